"""A second engine for the card game, written from docs/ir.md and the data of a bundle alone.

`Engine` plays. Every decision, chance too, is a choice with a list of options, which a driver answers. The state is
data: `Engine.state()` returns it in the form of docs/conformance.md.
"""
