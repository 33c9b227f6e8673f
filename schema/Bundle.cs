// The types of bundle.json and bundle.msgpack, format 1, IR 3.
// Written by `cardwright types`; changes belong into cardwright.
#nullable enable

using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Cardwright;

/// <summary>
/// One game's cards and sets, ready for an engine.
/// </summary>
public sealed record Bundle
{
    /// <summary>
    /// The version of the shape of this document.
    /// </summary>
    [JsonPropertyName("format")]
    public required long Format { get; init; }
    /// <summary>
    /// The version of the shape of the abilities.
    /// </summary>
    [JsonPropertyName("ir")]
    public required long Ir { get; init; }
    [JsonPropertyName("game")]
    public required BundledGame Game { get; init; }
    /// <summary>
    /// In the order of their ids.
    /// </summary>
    [JsonPropertyName("cards")]
    public required IReadOnlyList<BundledCard> Cards { get; init; }
    /// <summary>
    /// In the order of their ids.
    /// </summary>
    [JsonPropertyName("kingdoms")]
    public required IReadOnlyList<Kingdom> Kingdoms { get; init; }
    [JsonPropertyName("vocabulary")]
    public required BundledVocabulary Vocabulary { get; init; }
    /// <summary>
    /// What became of the ids of cards that are gone, in the order of these ids.
    /// </summary>
    [JsonPropertyName("migrations")]
    public IReadOnlyDictionary<string, Migration>? Migrations { get; init; }
}

/// <summary>
/// The game to which the cards belong.
/// </summary>
public sealed record BundledGame
{
    [JsonPropertyName("id")]
    public required string Id { get; init; }
    [JsonPropertyName("title")]
    public required string Title { get; init; }
    /// <summary>
    /// Raised whenever the game's data changes in a way that cards or engines notice.
    /// </summary>
    [JsonPropertyName("version")]
    public required long Version { get; init; }
    [JsonPropertyName("map")]
    public GameMap? Map { get; init; }
    [JsonPropertyName("constants")]
    public IReadOnlyDictionary<string, Constant>? Constants { get; init; }
}

/// <summary>
/// The map: its rows from one player's side to the other's, and its columns.
/// </summary>
public sealed record GameMap
{
    [JsonPropertyName("rows")]
    public required IReadOnlyList<string> Rows { get; init; }
    [JsonPropertyName("columns")]
    public required long Columns { get; init; }
    [JsonPropertyName("section")]
    public string? Section { get; init; }
}

/// <summary>
/// A number of the rulebook.
/// </summary>
public sealed record Constant
{
    [JsonPropertyName("value")]
    public required long Value { get; init; }
    [JsonPropertyName("doc")]
    public required string Doc { get; init; }
    [JsonPropertyName("section")]
    public string? Section { get; init; }
}

/// <summary>
/// A card.
/// </summary>
public sealed record BundledCard
{
    /// <summary>
    /// Kebab case, unique in its game.
    /// </summary>
    [JsonPropertyName("id")]
    public required string Id { get; init; }
    [JsonPropertyName("name")]
    public required string Name { get; init; }
    /// <summary>
    /// The id of its card type.
    /// </summary>
    [JsonPropertyName("type")]
    public required string Type { get; init; }
    /// <summary>
    /// What its text says; empty for a card without a text.
    /// </summary>
    [JsonPropertyName("abilities")]
    public required IReadOnlyList<Ability> Abilities { get; init; }
    /// <summary>
    /// Its text in canonical form; the places in the abilities are ranges of bytes in it.
    /// </summary>
    [JsonPropertyName("text")]
    public required string Text { get; init; }
    /// <summary>
    /// Text that cannot be expressed yet, for people. It is never executed.
    /// </summary>
    [JsonPropertyName("manual")]
    public string? Manual { get; init; }
    /// <summary>Every other key.</summary>
    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Rest { get; init; }
}

/// <summary>
/// The value of a field.
/// </summary>
// FieldValue stands as `JsonElement` where it is used.

/// <summary>
/// A printed area of effect, as steps from the chosen space.
/// </summary>
public sealed record Area
{
    /// <summary>
    /// The pattern, a string for each row: `X` the chosen space, `#` hit, `.` not hit, `O` the
    /// chosen space where it is not hit itself.
    /// </summary>
    [JsonPropertyName("pattern")]
    public required IReadOnlyList<string> Pattern { get; init; }
    /// <summary>
    /// The spaces that are hit.
    /// </summary>
    [JsonPropertyName("spaces")]
    public required IReadOnlyList<Step> Spaces { get; init; }
}

/// <summary>
/// A space, as seen from the chosen one by the player who plays the card.
/// </summary>
public sealed record Step
{
    /// <summary>
    /// Rows away from the player; negative towards the player.
    /// </summary>
    [JsonPropertyName("forward")]
    public required long Forward { get; init; }
    /// <summary>
    /// Columns to the right; negative to the left.
    /// </summary>
    [JsonPropertyName("right")]
    public required long Right { get; init; }
}

/// <summary>
/// One line of an effect text: when it resolves, and what happens then. `docs/ir.md` says exactly how.
/// </summary>
public sealed record Ability
{
    [JsonPropertyName("heading")]
    public required Heading Heading { get; init; }
    /// <summary>
    /// In the order in which they happen.
    /// </summary>
    [JsonPropertyName("effects")]
    public required IReadOnlyList<Effect> Effects { get; init; }
    [JsonPropertyName("span")]
    public long[]? Span { get; init; }
}

/// <summary>
/// When an ability resolves.
/// </summary>
public sealed record Heading
{
    /// <summary>
    /// The id of a heading of the game.
    /// </summary>
    [JsonPropertyName("id")]
    public required string Id { get; init; }
    /// <summary>
    /// What has to happen, for a heading that waits for something.
    /// </summary>
    [JsonPropertyName("when")]
    public Event? When { get; init; }
    /// <summary>
    /// Where the card goes, for a heading that places it.
    /// </summary>
    [JsonPropertyName("placement")]
    public Placement? Placement { get; init; }
    /// <summary>
    /// Absent where the text has no heading and the card type's own one holds.
    /// </summary>
    [JsonPropertyName("span")]
    public long[]? Span { get; init; }
}

/// <summary>
/// Something that happens in play.
/// </summary>
[JsonConverter(typeof(Event.Converter))]
public abstract record Event
{
    private Event() { }

    /// <summary>
    /// Announced: it begins an attack. A retaliation is none (Attack).
    /// </summary>
    public sealed record Attacks : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("whom")]
        public Selector? Whom { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: it is the target of an attack, from the start or by redirection.
    /// </summary>
    public sealed record IsAttacked : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: it begins a retaliation (Retaliate).
    /// </summary>
    public sealed record Retaliates : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("against")]
        public Selector? Against { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: damage was placed on it by being dealt, once for all of one moment.
    /// </summary>
    public sealed record IsDealtDamage : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: damage is about to be placed on it.
    /// </summary>
    public sealed record WouldBeDealtDamage : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: its activation begins (Activate a unit or hero on the board).
    /// </summary>
    public sealed record IsActivated : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: the player activates it.
    /// </summary>
    public sealed record Activates : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It moves one step or more: announced before the first, done behind the last.
    /// </summary>
    public sealed record Moves : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it came onto the space, be it on its way.
    /// </summary>
    public sealed record Enters : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("space")]
        public required Selector Space { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: its movement, swap or placing ended there.
    /// </summary>
    public sealed record StopsOn : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("space")]
        public required Selector Space { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: it is being played and was paid for (Play a card from their hand). Of the card itself, done:
    /// it lies where its play put it.
    /// </summary>
    public sealed record IsPlayed : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: the player plays it.
    /// </summary>
    public sealed record Plays : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it came onto the map, by being played or by an effect, in all of these places (Units entering
    /// the map).
    /// </summary>
    public sealed record IsPlaced : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("places")]
        public IReadOnlyList<Place>? Places { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it got size tokens, but by moving them (Increasing unit size).
    /// </summary>
    public sealed record IsIncreased : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it lost size tokens, or left the map by that (Decreasing unit size).
    /// </summary>
    public sealed record IsDecreased : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it is what two units became (Move onto a unit of the same name).
    /// </summary>
    public sealed record Merges : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it left the map, wherever it went.
    /// </summary>
    public sealed record IsRemovedFromMap : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: it is about to leave the map, wherever it would go.
    /// </summary>
    public sealed record WouldBeRemovedFromMap : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: cards that boost it were revealed (Boosting an attack).
    /// </summary>
    public sealed record IsBoosted : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: the player's boost cards were revealed.
    /// </summary>
    public sealed record Boosts : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Announced: a player chose it for an effect.
    /// </summary>
    public sealed record IsTargeted : Event
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it came from the deck to the hand (Draw cards).
    /// </summary>
    public sealed record IsDrawn : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: the player drew it.
    /// </summary>
    public sealed record Draws : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it came to a discard pile, but not because it was used up: at the end of its play, as a Reaction,
    /// or as a boost card (Discarding cards).
    /// </summary>
    public sealed record IsDiscarded : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: the player discarded it, by an action or in the round.
    /// </summary>
    public sealed record Discards : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it was attached, by being played or by an effect (Ongoing cards).
    /// </summary>
    public sealed record IsAttached : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("to")]
        public Selector? To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it was turned straight, by an effect or in the round (Ready cards).
    /// </summary>
    public sealed record IsReadied : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it was turned straight for its controller.
    /// </summary>
    public sealed record Readies : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: it was turned, to pay or by an effect (Paying statistics).
    /// </summary>
    public sealed record IsSpent : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: the player turned it.
    /// </summary>
    public sealed record Spends : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: a player took control of it (Hero activation).
    /// </summary>
    public sealed record IsTaken : Event
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: the player took control of it.
    /// </summary>
    public sealed record TakesControl : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: one of these marks was placed on it where it had none of it (Tokens).
    /// </summary>
    public sealed record MarkPlaced : Event
    {
        [JsonPropertyName("marks")]
        public required IReadOnlyList<string> Marks { get; init; }
        [JsonPropertyName("on")]
        public required Selector On { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Done: the player passed (Pass for this round).
    /// </summary>
    public sealed record Passes : Event
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    public sealed class Converter : JsonConverter<Event>
    {
        public override Event Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("event", out var eventTag) ? eventTag.GetString() : null);
            return key switch
            {
                "attacks" => node.Deserialize<Attacks>(options)!,
                "is-attacked" => node.Deserialize<IsAttacked>(options)!,
                "retaliates" => node.Deserialize<Retaliates>(options)!,
                "is-dealt-damage" => node.Deserialize<IsDealtDamage>(options)!,
                "would-be-dealt-damage" => node.Deserialize<WouldBeDealtDamage>(options)!,
                "is-activated" => node.Deserialize<IsActivated>(options)!,
                "activates" => node.Deserialize<Activates>(options)!,
                "moves" => node.Deserialize<Moves>(options)!,
                "enters" => node.Deserialize<Enters>(options)!,
                "stops-on" => node.Deserialize<StopsOn>(options)!,
                "is-played" => node.Deserialize<IsPlayed>(options)!,
                "plays" => node.Deserialize<Plays>(options)!,
                "is-placed" => node.Deserialize<IsPlaced>(options)!,
                "is-increased" => node.Deserialize<IsIncreased>(options)!,
                "is-decreased" => node.Deserialize<IsDecreased>(options)!,
                "merges" => node.Deserialize<Merges>(options)!,
                "is-removed-from-map" => node.Deserialize<IsRemovedFromMap>(options)!,
                "would-be-removed-from-map" => node.Deserialize<WouldBeRemovedFromMap>(options)!,
                "is-boosted" => node.Deserialize<IsBoosted>(options)!,
                "boosts" => node.Deserialize<Boosts>(options)!,
                "is-targeted" => node.Deserialize<IsTargeted>(options)!,
                "is-drawn" => node.Deserialize<IsDrawn>(options)!,
                "draws" => node.Deserialize<Draws>(options)!,
                "is-discarded" => node.Deserialize<IsDiscarded>(options)!,
                "discards" => node.Deserialize<Discards>(options)!,
                "is-attached" => node.Deserialize<IsAttached>(options)!,
                "is-readied" => node.Deserialize<IsReadied>(options)!,
                "readies" => node.Deserialize<Readies>(options)!,
                "is-spent" => node.Deserialize<IsSpent>(options)!,
                "spends" => node.Deserialize<Spends>(options)!,
                "is-taken" => node.Deserialize<IsTaken>(options)!,
                "takes-control" => node.Deserialize<TakesControl>(options)!,
                "mark-placed" => node.Deserialize<MarkPlaced>(options)!,
                "passes" => node.Deserialize<Passes>(options)!,
                _ => throw new JsonException($"no Event is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Event value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// What an action applies to.
/// </summary>
[JsonConverter(typeof(Selector.Converter))]
public abstract record Selector
{
    private Selector() { }

    /// <summary>
    /// The player chooses so many of those that fit. On the map this targets them.
    /// </summary>
    public sealed record Choose : Selector
    {
        [JsonPropertyName("count")]
        public required Count Count { get; init; }
        [JsonPropertyName("by")]
        public required string By { get; init; }
        [JsonPropertyName("from")]
        public required Filter From { get; init; }
        /// <summary>
        /// Only those for which a number is the highest or lowest; the chooser breaks ties.
        /// </summary>
        [JsonPropertyName("superlative")]
        public Superlative? Superlative { get; init; }
        /// <summary>
        /// Every one after the first is within that range of the one chosen before it.
        /// </summary>
        [JsonPropertyName("chain")]
        public Chain? Chain { get; init; }
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Chance chooses so many different ones of those that fit, each as likely as any other.
    /// </summary>
    public sealed record Random : Selector
    {
        [JsonPropertyName("count")]
        public required Amount Count { get; init; }
        [JsonPropertyName("from")]
        public required Filter From { get; init; }
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// All of those that fit: at the moment, and in what holds all the time, at every moment.
    /// </summary>
    public sealed record Each : Selector
    {
        [JsonPropertyName("from")]
        public required Filter From { get; init; }
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// A pattern. In an event, the slot is bound to the thing that the event is about, if it fits; in a
    /// condition about a certain space (`If a unit is on this location`), to what is there; elsewhere
    /// nothing is bound.
    /// </summary>
    public sealed record Any : Selector
    {
        [JsonPropertyName("from")]
        public required Filter From { get; init; }
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// So many cards from the top or the bottom of an ordered zone, the outermost first.
    /// </summary>
    public sealed record Stack : Selector
    {
        [JsonPropertyName("count")]
        public required Amount Count { get; init; }
        [JsonPropertyName("end")]
        public required string End { get; init; }
        [JsonPropertyName("zone")]
        public required Zone Zone { get; init; }
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// What is already known. Nothing is chosen or targeted.
    /// </summary>
    public sealed record Known : Selector
    {
        [JsonPropertyName("is")]
        public required Reference Is { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// All cards of a zone.
    /// </summary>
    public sealed record Zone : Selector
    {
        [JsonPropertyName("zone")]
        public required Zone ZoneValue { get; init; }
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    public sealed class Converter : JsonConverter<Selector>
    {
        public override Selector Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("select", out var selectTag) ? selectTag.GetString() : null);
            return key switch
            {
                "choose" => node.Deserialize<Choose>(options)!,
                "random" => node.Deserialize<Random>(options)!,
                "each" => node.Deserialize<Each>(options)!,
                "any" => node.Deserialize<Any>(options)!,
                "stack" => node.Deserialize<Stack>(options)!,
                "known" => node.Deserialize<Known>(options)!,
                "zone" => node.Deserialize<Zone>(options)!,
                _ => throw new JsonException($"no Selector is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Selector value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// How many are chosen.
/// </summary>
[JsonConverter(typeof(Count.Converter))]
public abstract record Count
{
    private Count() { }

    /// <summary>
    /// So many, or all where fewer fit.
    /// </summary>
    public sealed record Exactly : Count
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    /// <summary>
    /// None up to so many.
    /// </summary>
    public sealed record UpTo : Count
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    /// <summary>
    /// None up to all.
    /// </summary>
    public sealed record Any : Count
    {
    }

    public sealed class Converter : JsonConverter<Count>
    {
        public override Count Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("count", out var countTag) ? countTag.GetString() : null);
            return key switch
            {
                "exactly" => node.Deserialize<Exactly>(options)!,
                "up-to" => node.Deserialize<UpTo>(options)!,
                "any" => node.Deserialize<Any>(options)!,
                _ => throw new JsonException($"no Count is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Count value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// A whole number from 0 on, worked out once when its action is performed, after the things of the action
/// were found; in what holds all the time, at every moment. A number of something that is not there is 0; of
/// a card that left play, what it was last; of several things, their sum.
/// </summary>
[JsonConverter(typeof(Amount.Converter))]
public abstract record Amount
{
    private Amount() { }

    /// <summary>
    /// That number.
    /// </summary>
    public sealed record Fixed : Amount
    {
        [JsonPropertyName("value")]
        public required long Value { get; init; }
    }

    /// <summary>
    /// What was chosen for X where X is declared: the first action of the ability that has it. Its acting
    /// player chooses 1 or more, in a cost no more than can be paid. 0 where that was not reached.
    /// </summary>
    public sealed record X : Amount
    {
    }

    /// <summary>
    /// As many as there are, on each thing.
    /// </summary>
    public sealed record All : Amount
    {
    }

    /// <summary>
    /// A number of a card in play, as it is now.
    /// </summary>
    public sealed record Attribute : Amount
    {
        /// <summary>
        /// The id of an attribute.
        /// </summary>
        [JsonPropertyName("attribute")]
        public required string AttributeValue { get; init; }
        [JsonPropertyName("of")]
        public required Reference Of { get; init; }
        /// <summary>
        /// The printed number, whatever has changed it.
        /// </summary>
        [JsonPropertyName("printed")]
        public bool? Printed { get; init; }
    }

    /// <summary>
    /// Size tokens plus 1 (Unit size).
    /// </summary>
    public sealed record Size : Amount
    {
        [JsonPropertyName("of")]
        public required Reference Of { get; init; }
    }

    /// <summary>
    /// The damage on it.
    /// </summary>
    public sealed record DamageOn : Amount
    {
        [JsonPropertyName("of")]
        public required Reference Of { get; init; }
    }

    /// <summary>
    /// Tokens of that kind on it.
    /// </summary>
    public sealed record TokensOn : Amount
    {
        [JsonPropertyName("token")]
        public required string Token { get; init; }
        [JsonPropertyName("of")]
        public required Reference Of { get; init; }
    }

    /// <summary>
    /// How many things fit.
    /// </summary>
    public sealed record Number : Amount
    {
        [JsonPropertyName("of")]
        public required Filter Of { get; init; }
    }

    /// <summary>
    /// The damage that the attack places, on all that it hits, the retaliation apart. An action that needs it before the attack has dealt its damage
    /// waits until then.
    /// </summary>
    public sealed record DamageDealt : Amount
    {
        [JsonPropertyName("by")]
        public required Reference By { get; init; }
    }

    /// <summary>
    /// The damage that the event is about: what is dealt, or would be dealt, to whom the event names.
    /// </summary>
    public sealed record DamageOfEvent : Amount
    {
    }

    /// <summary>
    /// How many steps it has moved, by its activation and by effects; swapping and placing are none.
    /// </summary>
    public sealed record StepsMoved : Amount
    {
        [JsonPropertyName("who")]
        public required Reference Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
    }

    /// <summary>
    /// Half of it.
    /// </summary>
    public sealed record Half : Amount
    {
        [JsonPropertyName("of")]
        public required Amount Of { get; init; }
        [JsonPropertyName("rounded")]
        public required string Rounded { get; init; }
    }

    /// <summary>
    /// So many times that.
    /// </summary>
    public sealed record Times : Amount
    {
        [JsonPropertyName("factor")]
        public required long Factor { get; init; }
        [JsonPropertyName("of")]
        public required Amount Of { get; init; }
    }

    /// <summary>
    /// For every so many of them, once; what is left over does not count.
    /// </summary>
    public sealed record Every : Amount
    {
        [JsonPropertyName("each")]
        public required long Each { get; init; }
        [JsonPropertyName("of")]
        public required Amount Of { get; init; }
    }

    /// <summary>
    /// The number, raised or lowered into these bounds. A bound on what a reduction leaves is not here,
    /// but beside it (`at_least`).
    /// </summary>
    public sealed record Bounded : Amount
    {
        [JsonPropertyName("of")]
        public required Amount Of { get; init; }
        /// <summary>
        /// Absent: no lower bound.
        /// </summary>
        [JsonPropertyName("minimum")]
        public long? Minimum { get; init; }
        /// <summary>
        /// Absent: no upper bound.
        /// </summary>
        [JsonPropertyName("maximum")]
        public long? Maximum { get; init; }
    }

    public sealed class Converter : JsonConverter<Amount>
    {
        public override Amount Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("amount", out var amountTag) ? amountTag.GetString() : null);
            return key switch
            {
                "fixed" => node.Deserialize<Fixed>(options)!,
                "x" => node.Deserialize<X>(options)!,
                "all" => node.Deserialize<All>(options)!,
                "attribute" => node.Deserialize<Attribute>(options)!,
                "size" => node.Deserialize<Size>(options)!,
                "damage-on" => node.Deserialize<DamageOn>(options)!,
                "tokens-on" => node.Deserialize<TokensOn>(options)!,
                "number" => node.Deserialize<Number>(options)!,
                "damage-dealt" => node.Deserialize<DamageDealt>(options)!,
                "damage-of-event" => node.Deserialize<DamageOfEvent>(options)!,
                "steps-moved" => node.Deserialize<StepsMoved>(options)!,
                "half" => node.Deserialize<Half>(options)!,
                "times" => node.Deserialize<Times>(options)!,
                "every" => node.Deserialize<Every>(options)!,
                "bounded" => node.Deserialize<Bounded>(options)!,
                _ => throw new JsonException($"no Amount is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Amount value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Something that is already known where it is named.
/// </summary>
[JsonConverter(typeof(Reference.Converter))]
public abstract record Reference
{
    private Reference() { }

    /// <summary>
    /// The card on which the text stands; in a granted text, the one that gained it. `as` is the card type by which it is named; absent for
    /// `this card`.
    /// </summary>
    public sealed record This : Reference
    {
        [JsonPropertyName("as")]
        public string? As { get; init; }
    }

    /// <summary>
    /// The attack during which the ability resolves; of a retaliation, the retaliation.
    /// </summary>
    public sealed record ThisAttack : Reference
    {
    }

    /// <summary>
    /// The attack that the event is about; of a retaliation, the retaliation.
    /// </summary>
    public sealed record ThatAttack : Reference
    {
    }

    /// <summary>
    /// The one that is attacked, as redirected.
    /// </summary>
    public sealed record Target : Reference
    {
    }

    /// <summary>
    /// The one that attacks; in a retaliation, the enemy.
    /// </summary>
    public sealed record Attacker : Reference
    {
    }

    /// <summary>
    /// The unit to which this card is attached.
    /// </summary>
    public sealed record AttachedUnit : Reference
    {
    }

    /// <summary>
    /// The space to which this card is attached.
    /// </summary>
    public sealed record AttachedSpace : Reference
    {
    }

    /// <summary>
    /// The space on which this card is.
    /// </summary>
    public sealed record ThisSpace : Reference
    {
    }

    /// <summary>
    /// The space chosen for the area of effect.
    /// </summary>
    public sealed record ChosenSpace : Reference
    {
    }

    /// <summary>
    /// What an earlier selector or event of the ability found. `types` and `many` say how it was
    /// named there.
    /// </summary>
    public sealed record Chosen : Reference
    {
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("named")]
        public required ChosenNoun Named { get; init; }
        [JsonPropertyName("many")]
        public bool? Many { get; init; }
    }

    /// <summary>
    /// The first of what an earlier selector found.
    /// </summary>
    public sealed record FirstChosen : Reference
    {
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("named")]
        public required ChosenNoun Named { get; init; }
    }

    /// <summary>
    /// What an earlier selector found, without what was chosen from it since.
    /// </summary>
    public sealed record Rest : Reference
    {
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
    }

    /// <summary>
    /// The hero of the controller of the ability.
    /// </summary>
    public sealed record YourHero : Reference
    {
    }

    /// <summary>
    /// The hero of the other player.
    /// </summary>
    public sealed record EnemyHero : Reference
    {
    }

    public sealed class Converter : JsonConverter<Reference>
    {
        public override Reference Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("ref", out var refTag) ? refTag.GetString() : null);
            return key switch
            {
                "this" => node.Deserialize<This>(options)!,
                "this-attack" => node.Deserialize<ThisAttack>(options)!,
                "that-attack" => node.Deserialize<ThatAttack>(options)!,
                "target" => node.Deserialize<Target>(options)!,
                "attacker" => node.Deserialize<Attacker>(options)!,
                "attached-unit" => node.Deserialize<AttachedUnit>(options)!,
                "attached-space" => node.Deserialize<AttachedSpace>(options)!,
                "this-space" => node.Deserialize<ThisSpace>(options)!,
                "chosen-space" => node.Deserialize<ChosenSpace>(options)!,
                "chosen" => node.Deserialize<Chosen>(options)!,
                "first-chosen" => node.Deserialize<FirstChosen>(options)!,
                "rest" => node.Deserialize<Rest>(options)!,
                "your-hero" => node.Deserialize<YourHero>(options)!,
                "enemy-hero" => node.Deserialize<EnemyHero>(options)!,
                _ => throw new JsonException($"no Reference is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Reference value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// By what word a chosen thing is referred to. It means nothing in play.
/// </summary>
[JsonConverter(typeof(ChosenNoun.Converter))]
public abstract record ChosenNoun
{
    private ChosenNoun() { }

    public sealed record Card : ChosenNoun
    {
        /// <summary>
        /// The card type; absent for `that card`.
        /// </summary>
        [JsonPropertyName("type")]
        public string? Type { get; init; }
    }

    /// <summary>
    /// A space.
    /// </summary>
    public sealed record Space : ChosenNoun
    {
    }

    /// <summary>
    /// The cards of a zone that was looked at.
    /// </summary>
    public sealed record Zone : ChosenNoun
    {
    }

    public sealed class Converter : JsonConverter<ChosenNoun>
    {
        public override ChosenNoun Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("noun", out var nounTag) ? nounTag.GetString() : null);
            return key switch
            {
                "card" => node.Deserialize<Card>(options)!,
                "space" => node.Deserialize<Space>(options)!,
                "zone" => node.Deserialize<Zone>(options)!,
                _ => throw new JsonException($"no ChosenNoun is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, ChosenNoun value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// A description that a thing fits or not. All parts hold at once; an absent one asks for nothing.
/// </summary>
public sealed record Filter
{
    [JsonPropertyName("noun")]
    public required Noun Noun { get; init; }
    [JsonPropertyName("side")]
    public string? Side { get; init; }
    /// <summary>
    /// Neither this card, nor one that this ability has chosen before or its event is about, nor the target or the
    /// attacker.
    /// </summary>
    [JsonPropertyName("other")]
    public bool? Other { get; init; }
    /// <summary>
    /// One of these cards, by id (Card effects: Card name). Empty: any.
    /// </summary>
    [JsonPropertyName("names")]
    public IReadOnlyList<string>? Names { get; init; }
    /// <summary>
    /// Of each of these lists, at least one of the traits, by id (Card effects: Card trait).
    /// </summary>
    [JsonPropertyName("traits")]
    public IReadOnlyList<IReadOnlyList<string>>? Traits { get; init; }
    /// <summary>
    /// Fields that have that value: `ranged`, `power card`.
    /// </summary>
    [JsonPropertyName("fields")]
    public IReadOnlyList<BareWord>? Fields { get; init; }
    /// <summary>
    /// How it is.
    /// </summary>
    [JsonPropertyName("states")]
    public IReadOnlyList<State>? States { get; init; }
    /// <summary>
    /// Where it is.
    /// </summary>
    [JsonPropertyName("places")]
    public IReadOnlyList<Place>? Places { get; init; }
    /// <summary>
    /// The zone in which it is. Absent: wherever the thing is of which it is asked (in an event, a cause, a
    /// deed); else, for a card with a flag such as `vanguard`, the zone of that id; for a statistic card, its
    /// stack; otherwise in play.
    /// </summary>
    [JsonPropertyName("zone")]
    public Zone? Zone { get; init; }
    /// <summary>
    /// One of what this refers to.
    /// </summary>
    [JsonPropertyName("among")]
    public Reference? Among { get; init; }
    /// <summary>
    /// Only the first one that fits from now on.
    /// </summary>
    [JsonPropertyName("next")]
    public bool? Next { get; init; }
    /// <summary>
    /// What it does not fit.
    /// </summary>
    [JsonPropertyName("excluding")]
    public Filter? Excluding { get; init; }
}

/// <summary>
/// What kind of thing it is.
/// </summary>
[JsonConverter(typeof(Noun.Converter))]
public abstract record Noun
{
    private Noun() { }

    /// <summary>
    /// A card of one of these types; of any type where the list is empty.
    /// </summary>
    public sealed record Card : Noun
    {
        [JsonPropertyName("types")]
        public IReadOnlyList<string>? Types { get; init; }
    }

    /// <summary>
    /// A space of the map.
    /// </summary>
    public sealed record Space : Noun
    {
    }

    public sealed class Converter : JsonConverter<Noun>
    {
        public override Noun Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("noun", out var nounTag) ? nounTag.GetString() : null);
            return key switch
            {
                "card" => node.Deserialize<Card>(options)!,
                "space" => node.Deserialize<Space>(options)!,
                _ => throw new JsonException($"no Noun is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Noun value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Whose it is, as seen from the controller of the card.
/// </summary>
public static class Side
{
    /// <summary>
    /// The controller of the ability controls it (Friendly and enemy units).
    /// </summary>
    public const string Friendly = "friendly";
    /// <summary>
    /// The opponent controls it; what nobody controls is neither.
    /// </summary>
    public const string Enemy = "enemy";
}

/// <summary>
/// A field of the card and the value that it has.
/// </summary>
public sealed record BareWord
{
    [JsonPropertyName("field")]
    public required string Field { get; init; }
    [JsonPropertyName("value")]
    public required string Value { get; init; }
}

/// <summary>
/// How a thing is at the moment.
/// </summary>
[JsonConverter(typeof(State.Converter))]
public abstract record State
{
    private State() { }

    /// <summary>
    /// Has, or has not, that mark.
    /// </summary>
    public sealed record Mark : State
    {
        [JsonPropertyName("mark")]
        public required string MarkValue { get; init; }
        [JsonPropertyName("has")]
        public required bool Has { get; init; }
    }

    /// <summary>
    /// So many tokens of that kind are on it.
    /// </summary>
    public sealed record Tokens : State
    {
        [JsonPropertyName("token")]
        public required string Token { get; init; }
        [JsonPropertyName("number")]
        public required Comparison Number { get; init; }
    }

    /// <summary>
    /// So much damage is on it.
    /// </summary>
    public sealed record Damage : State
    {
        [JsonPropertyName("number")]
        public required Comparison Number { get; init; }
    }

    /// <summary>
    /// Size tokens plus 1.
    /// </summary>
    public sealed record Size : State
    {
        [JsonPropertyName("number")]
        public required Comparison Number { get; init; }
    }

    /// <summary>
    /// A number of it, as it is now.
    /// </summary>
    public sealed record Attribute : State
    {
        [JsonPropertyName("attribute")]
        public required string AttributeValue { get; init; }
        [JsonPropertyName("number")]
        public required Comparison Number { get; init; }
    }

    /// <summary>
    /// It has the same name as that.
    /// </summary>
    public sealed record SameName : State
    {
        [JsonPropertyName("as")]
        public required Reference As { get; init; }
    }

    /// <summary>
    /// No unit and no hero stands on the space; a location may lie there (Unit movement).
    /// </summary>
    public sealed record Vacant : State
    {
    }

    /// <summary>
    /// It is straight.
    /// </summary>
    public sealed record Ready : State
    {
    }

    /// <summary>
    /// It is turned.
    /// </summary>
    public sealed record Spent : State
    {
    }

    /// <summary>
    /// It lies face-up.
    /// </summary>
    public sealed record FaceUp : State
    {
    }

    /// <summary>
    /// It lies face-down.
    /// </summary>
    public sealed record FaceDown : State
    {
    }

    /// <summary>
    /// From the choice of the card that is played to the end of its play (Play a card from their hand).
    /// </summary>
    public sealed record BeingPlayed : State
    {
    }

    public sealed class Converter : JsonConverter<State>
    {
        public override State Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("state", out var stateTag) ? stateTag.GetString() : null);
            return key switch
            {
                "mark" => node.Deserialize<Mark>(options)!,
                "tokens" => node.Deserialize<Tokens>(options)!,
                "damage" => node.Deserialize<Damage>(options)!,
                "size" => node.Deserialize<Size>(options)!,
                "attribute" => node.Deserialize<Attribute>(options)!,
                "same-name" => node.Deserialize<SameName>(options)!,
                "vacant" => node.Deserialize<Vacant>(options)!,
                "ready" => node.Deserialize<Ready>(options)!,
                "spent" => node.Deserialize<Spent>(options)!,
                "face-up" => node.Deserialize<FaceUp>(options)!,
                "face-down" => node.Deserialize<FaceDown>(options)!,
                "being-played" => node.Deserialize<BeingPlayed>(options)!,
                _ => throw new JsonException($"no State is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, State value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// A test of a number.
/// </summary>
[JsonConverter(typeof(Comparison.Converter))]
public abstract record Comparison
{
    private Comparison() { }

    /// <summary>
    /// It is that.
    /// </summary>
    public sealed record Exactly : Comparison
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    /// <summary>
    /// It is that or more.
    /// </summary>
    public sealed record AtLeast : Comparison
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    /// <summary>
    /// It is that or less.
    /// </summary>
    public sealed record AtMost : Comparison
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    /// <summary>
    /// It is more than that.
    /// </summary>
    public sealed record MoreThan : Comparison
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    /// <summary>
    /// It is less than that.
    /// </summary>
    public sealed record LessThan : Comparison
    {
        [JsonPropertyName("number")]
        public required Amount Number { get; init; }
    }

    public sealed class Converter : JsonConverter<Comparison>
    {
        public override Comparison Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("is", out var isTag) ? isTag.GetString() : null);
            return key switch
            {
                "exactly" => node.Deserialize<Exactly>(options)!,
                "at-least" => node.Deserialize<AtLeast>(options)!,
                "at-most" => node.Deserialize<AtMost>(options)!,
                "more-than" => node.Deserialize<MoreThan>(options)!,
                "less-than" => node.Deserialize<LessThan>(options)!,
                _ => throw new JsonException($"no Comparison is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Comparison value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Where on the map a thing is. Distances count orthogonal steps, whatever stands between (Adjacency). What
/// is attached is where its unit or space is.
/// </summary>
[JsonConverter(typeof(Place.Converter))]
public abstract record Place
{
    private Place() { }

    /// <summary>
    /// At distance 1; with `not`, that is denied, of a pattern for all that fit.
    /// </summary>
    public sealed record Adjacent : Place
    {
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("not")]
        public bool? Not { get; init; }
    }

    /// <summary>
    /// At that distance or less, 0 included; with `not`, that is denied, of a pattern for all that fit.
    /// </summary>
    public sealed record Within : Place
    {
        [JsonPropertyName("range")]
        public required Amount Range { get; init; }
        [JsonPropertyName("of")]
        public required Selector Of { get; init; }
        [JsonPropertyName("not")]
        public bool? Not { get; init; }
    }

    /// <summary>
    /// Farther away than that.
    /// </summary>
    public sealed record Beyond : Place
    {
        [JsonPropertyName("steps")]
        public required Amount Steps { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
    }

    /// <summary>
    /// In the same row, itself included.
    /// </summary>
    public sealed record SameRow : Place
    {
        [JsonPropertyName("as")]
        public required Selector As { get; init; }
    }

    /// <summary>
    /// In the same column, itself included.
    /// </summary>
    public sealed record SameColumn : Place
    {
        [JsonPropertyName("as")]
        public required Selector As { get; init; }
    }

    /// <summary>
    /// In that row, counted from the side of that player (Map zones).
    /// </summary>
    public sealed record Row : Place
    {
        [JsonPropertyName("row")]
        public required string RowValue { get; init; }
        [JsonPropertyName("side")]
        public required string Side { get; init; }
    }

    /// <summary>
    /// On the next space on the line from the attacker through it.
    /// </summary>
    public sealed record Behind : Place
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    /// <summary>
    /// In the card's printed area around the chosen space.
    /// </summary>
    public sealed record Area : Place
    {
    }

    /// <summary>
    /// On that space, or on that card (for a card attached to it).
    /// </summary>
    public sealed record On : Place
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    public sealed class Converter : JsonConverter<Place>
    {
        public override Place Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("place", out var placeTag) ? placeTag.GetString() : null);
            return key switch
            {
                "adjacent" => node.Deserialize<Adjacent>(options)!,
                "within" => node.Deserialize<Within>(options)!,
                "beyond" => node.Deserialize<Beyond>(options)!,
                "same-row" => node.Deserialize<SameRow>(options)!,
                "same-column" => node.Deserialize<SameColumn>(options)!,
                "row" => node.Deserialize<Row>(options)!,
                "behind" => node.Deserialize<Behind>(options)!,
                "area" => node.Deserialize<Area>(options)!,
                "on" => node.Deserialize<On>(options)!,
                _ => throw new JsonException($"no Place is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Place value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// From whose side rows are counted.
/// </summary>
public static class RowSide
{
    /// <summary>
    /// That of the controller of the ability.
    /// </summary>
    public const string Your = "your";
    /// <summary>
    /// That of the other player.
    /// </summary>
    public const string Opponent = "opponent";
    /// <summary>
    /// Either: both rows of that name, or the shared one.
    /// </summary>
    public const string Any = "any";
}

/// <summary>
/// A zone of one player.
/// </summary>
public sealed record Zone
{
    /// <summary>
    /// The id of a zone of the game.
    /// </summary>
    [JsonPropertyName("zone")]
    public required string ZoneValue { get; init; }
    [JsonPropertyName("of")]
    public required string Of { get; init; }
}

/// <summary>
/// Whose zone it is.
/// </summary>
public static class Owner
{
    /// <summary>
    /// The controller of the ability.
    /// </summary>
    public const string You = "you";
    /// <summary>
    /// The other player.
    /// </summary>
    public const string Opponent = "opponent";
    /// <summary>
    /// The owner of each card that is moved.
    /// </summary>
    public const string Owner = "owner";
    /// <summary>
    /// The player who does it: each player their own.
    /// </summary>
    public const string Actor = "actor";
}

/// <summary>
/// A stretch of play that is not over yet. Outside of it, nothing has happened in it.
/// </summary>
public static class Period
{
    /// <summary>
    /// Since the activation began in which the ability resolves.
    /// </summary>
    public const string Activation = "activation";
    /// <summary>
    /// Since the turn began that is going on.
    /// </summary>
    public const string Turn = "turn";
    /// <summary>
    /// Since the round began.
    /// </summary>
    public const string Round = "round";
}

/// <summary>
/// Where half of an odd number goes.
/// </summary>
public static class Round
{
    /// <summary>
    /// To the next whole number.
    /// </summary>
    public const string Up = "up";
    /// <summary>
    /// Without the half.
    /// </summary>
    public const string Down = "down";
}

/// <summary>
/// A player, as seen from the controller of the ability.
/// </summary>
public static class Player
{
    /// <summary>
    /// The controller of the ability.
    /// </summary>
    public const string You = "you";
    /// <summary>
    /// The other player.
    /// </summary>
    public const string Opponent = "opponent";
    /// <summary>
    /// Both, one after the other, from the first player on. In what is done once for each player, that
    /// player.
    /// </summary>
    public const string Each = "each";
}

/// <summary>
/// Which one of those that fit: applied after everything else, and the chooser breaks ties.
/// </summary>
[JsonConverter(typeof(Superlative.Converter))]
public abstract record Superlative
{
    private Superlative() { }

    /// <summary>
    /// The highest number, as it is now.
    /// </summary>
    public sealed record Highest : Superlative
    {
        [JsonPropertyName("attribute")]
        public required string Attribute { get; init; }
    }

    /// <summary>
    /// The lowest number, as it is now.
    /// </summary>
    public sealed record Lowest : Superlative
    {
        [JsonPropertyName("attribute")]
        public required string Attribute { get; init; }
    }

    /// <summary>
    /// The fewest steps away.
    /// </summary>
    public sealed record Nearest : Superlative
    {
        [JsonPropertyName("to")]
        public required Reference To { get; init; }
    }

    public sealed class Converter : JsonConverter<Superlative>
    {
        public override Superlative Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("superlative", out var superlativeTag) ? superlativeTag.GetString() : null);
            return key switch
            {
                "highest" => node.Deserialize<Highest>(options)!,
                "lowest" => node.Deserialize<Lowest>(options)!,
                "nearest" => node.Deserialize<Nearest>(options)!,
                _ => throw new JsonException($"no Superlative is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Superlative value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// How far each next one may be from the one chosen before it. They are chosen one after the other; where
/// none is within range, the choice ends.
/// </summary>
public sealed record Chain
{
    [JsonPropertyName("range")]
    public required Amount Range { get; init; }
}

/// <summary>
/// An end of an ordered zone.
/// </summary>
public static class End
{
    /// <summary>
    /// Where the next card would be drawn, or was discarded last.
    /// </summary>
    public const string Top = "top";
    /// <summary>
    /// The other end.
    /// </summary>
    public const string Bottom = "bottom";
}

/// <summary>
/// Where in the text a node was written: bytes, the end exclusive. Two nodes that differ only in
/// their places are equal.
/// </summary>
// At stands as `long[]` where it is used.

/// <summary>
/// Where a card goes that stays in play beside the cards on the map.
/// </summary>
[JsonConverter(typeof(Placement.Converter))]
public abstract record Placement
{
    private Placement() { }

    /// <summary>
    /// Under the chosen unit, or on the chosen space, until it or the unit leaves the map.
    /// </summary>
    public sealed record AttachTo : Placement
    {
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
    }

    /// <summary>
    /// Beside the map, until removed.
    /// </summary>
    public sealed record Aside : Placement
    {
    }

    public sealed class Converter : JsonConverter<Placement>
    {
        public override Placement Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("placement", out var placementTag) ? placementTag.GetString() : null);
            return key switch
            {
                "attach-to" => node.Deserialize<AttachTo>(options)!,
                "aside" => node.Deserialize<Aside>(options)!,
                _ => throw new JsonException($"no Placement is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Placement value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Something that happens, or holds.
/// </summary>
[JsonConverter(typeof(Effect.Converter))]
public abstract record Effect
{
    private Effect() { }

    /// <summary>
    /// Places that much damage on each of them, at one moment (Decreasing unit size: Attacks).
    /// </summary>
    public sealed record ActDealDamage : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The acting player divides the damage among them, at least 1 each; it is dealt at one moment.
    /// </summary>
    public sealed record ActDivideDamage : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("among")]
        public required Selector Among { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Takes that much damage off each of them, or what is there.
    /// </summary>
    public sealed record ActRemoveDamage : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Takes damage off one and places as much as was there on the other, without dealing it.
    /// </summary>
    public sealed record ActMoveDamage : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Doubles what the attack deals, before anything is added (Attack).
    /// </summary>
    public sealed record ActDoubleDamage : Effect
    {
        [JsonPropertyName("of")]
        public required Selector Of { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Adds so many size tokens to each of them (Increasing unit size).
    /// </summary>
    public sealed record ActIncrease : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Removes so many size tokens from each of them; at size 0 it is discarded from the map
    /// (Decreasing unit size).
    /// </summary>
    public sealed record ActDecrease : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Takes tokens off one and places as many as were there on the other.
    /// </summary>
    public sealed record ActMoveTokens : Effect
    {
        [JsonPropertyName("tokens")]
        public required TokenCount Tokens { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Raises and lowers numbers of each of them.
    /// </summary>
    public sealed record ActChange : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("changes")]
        public required IReadOnlyList<AttributeChange> Changes { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The number is that, whatever is printed; raises and losses come on top of it.
    /// </summary>
    public sealed record ActSetAttribute : Effect
    {
        [JsonPropertyName("attribute")]
        public required string Attribute { get; init; }
        [JsonPropertyName("of")]
        public required Selector Of { get; init; }
        [JsonPropertyName("to")]
        public required Amount To { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Changes the value of a printed field: `becomes flying`.
    /// </summary>
    public sealed record ActBecome : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("field")]
        public required string Field { get; init; }
        [JsonPropertyName("value")]
        public required string Value { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// A number of a player is that, whatever the rules say.
    /// </summary>
    public sealed record ActSetLimit : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("limit")]
        public required string Limit { get; init; }
        [JsonPropertyName("to")]
        public required Amount To { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Moves each of them along free spaces as its type allows, neither merging nor taking a location (Unit
    /// movement). The acting player chooses the path.
    /// </summary>
    public sealed record ActMove : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("steps")]
        public required Amount Steps { get; init; }
        /// <summary>
        /// Any number of steps up to that one, 0 included; otherwise exactly so many, as far as possible.
        /// </summary>
        [JsonPropertyName("up_to")]
        public required bool UpTo { get; init; }
        [JsonPropertyName("direction")]
        public Direction? Direction { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Two things change places, without a path. Where only one is found, nothing happens.
    /// </summary>
    public sealed record ActSwap : Effect
    {
        /// <summary>
        /// One of them, or both where there is no `with`.
        /// </summary>
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("with")]
        public Selector? With { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Puts a card onto a vacant space, from wherever it is, without playing it. What comes from elsewhere
    /// gets an activation mark (Units entering the map).
    /// </summary>
    public sealed record ActPlace : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("on")]
        public required Selector On { get; init; }
        /// <summary>
        /// It stands there as a copy of that unit.
        /// </summary>
        [JsonPropertyName("copy_of")]
        public Selector? CopyOf { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Each of them attacks, with boosts and retaliation; no mark is placed (Attack). During another attack
    /// it waits for the end of that.
    /// </summary>
    public sealed record ActAttack : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("whom")]
        public required Selector Whom { get; init; }
        /// <summary>
        /// It is said of one that was attacked already, which is no further condition.
        /// </summary>
        [JsonPropertyName("again")]
        public required bool Again { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// What the attack deals is so much more or less; of units, what each of their attacks and retaliations
    /// deals.
    /// </summary>
    public sealed record ActDealMore : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("less")]
        public required bool Less { get; init; }
        /// <summary>
        /// What is left is no less than this.
        /// </summary>
        [JsonPropertyName("at_least")]
        public long? AtLeast { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The attack, or every attack of the units, has disadvantage, or has none whatever the rules say
    /// (Disadvantage).
    /// </summary>
    public sealed record ActDisadvantage : Effect
    {
        [JsonPropertyName("of")]
        public required Selector Of { get; init; }
        [JsonPropertyName("has")]
        public required bool Has { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The attack deals its damage to each of them too, who are not attacked: they neither retaliate nor are
    /// boosted.
    /// </summary>
    public sealed record ActAlsoHits : Effect
    {
        [JsonPropertyName("attack")]
        public required Selector Attack { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The attack has another target, wherever it stands, as long as its damage is not dealt.
    /// </summary>
    public sealed record ActRedirect : Effect
    {
        [JsonPropertyName("attack")]
        public required Selector Attack { get; init; }
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// None of these deeds can be done, whatever permits it.
    /// </summary>
    public sealed record ActCannot : Effect
    {
        [JsonPropertyName("who")]
        public required Stake Who { get; init; }
        [JsonPropertyName("what")]
        public required IReadOnlyList<Deed> What { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Of what the rules let them attack, they may attack those that fit alone.
    /// </summary>
    public sealed record ActCanAttackOnly : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("whom")]
        public required Selector Whom { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// A rule is lifted for each of them.
    /// </summary>
    public sealed record ActPermit : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("permission")]
        public required Permission Permission { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Places each of the marks on each of them that has it not (Tokens).
    /// </summary>
    public sealed record ActPlaceMarks : Effect
    {
        [JsonPropertyName("marks")]
        public required IReadOnlyList<string> Marks { get; init; }
        [JsonPropertyName("on")]
        public required Selector On { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Removes those of the marks that are there; a missing one is passed over (Other units).
    /// </summary>
    public sealed record ActRemoveMarks : Effect
    {
        [JsonPropertyName("marks")]
        public required IReadOnlyList<string> Marks { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Activates each of them in full, by its own controller; one with an activation mark cannot be
    /// (Activate a unit or hero on the board).
    /// </summary>
    public sealed record ActActivate : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Draws from the top of the own deck, as many as there are (Draw cards).
    /// </summary>
    public sealed record ActDraw : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        /// <summary>
        /// By which later nodes refer to the cards that were drawn.
        /// </summary>
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Puts them on their owners' discard piles; from the map it is a removal (Discarding cards).
    /// </summary>
    public sealed record ActDiscard : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Both players see them; then they are as hidden as before.
    /// </summary>
    public sealed record ActReveal : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The acting player alone sees them.
    /// </summary>
    public sealed record ActLook : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Names what the sentences after it are about. Choosing on the map is targeting.
    /// </summary>
    public sealed record ActChoose : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Puts them back into a zone; from the map it is a removal.
    /// </summary>
    public sealed record ActReturn : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("to")]
        public required Put To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Puts them there, and then the rest of what they were chosen from.
    /// </summary>
    public sealed record ActPut : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("to")]
        public required Put To { get; init; }
        /// <summary>
        /// Where the rest of what was looked at goes.
        /// </summary>
        [JsonPropertyName("rest")]
        public Put? Rest { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Looks through the zone for it and puts it where it says; finding nothing is allowed. Nothing is
    /// shuffled by it.
    /// </summary>
    public sealed record ActSearch : Effect
    {
        [JsonPropertyName("zone")]
        public required Zone Zone { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("reveal")]
        public required bool Reveal { get; init; }
        [JsonPropertyName("to")]
        public required Put To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Puts all cards of the zone into the other, if there is one, and shuffles that.
    /// </summary>
    public sealed record ActShuffle : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("zone")]
        public required Zone Zone { get; init; }
        [JsonPropertyName("into")]
        public Zone? Into { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Plays it, by all rules of playing, without being the action of a turn (Play a card from their hand;
    /// Vanguard cards). Where it cannot be played, nothing happens.
    /// </summary>
    public sealed record ActPlay : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        /// <summary>
        /// Without paying its cost. A card that is played as something else costs nothing either.
        /// </summary>
        [JsonPropertyName("free")]
        public required bool Free { get; init; }
        /// <summary>
        /// Face-down, as a card of that description instead of what it is.
        /// </summary>
        [JsonPropertyName("as")]
        public Filter? As { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// To their owners' discard piles; vanguard cards to the vanguard cards (Vanguard cards).
    /// </summary>
    public sealed record ActRemoveFromMap : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// What is being played has no effect and is discarded; what was paid stays paid.
    /// </summary>
    public sealed record ActNegate : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It faces that player (Card control). A location is turned face-up by it (Hero activation).
    /// </summary>
    public sealed record ActTakeControl : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// A location that faces that player faces nobody. Only one that does can be chosen for it.
    /// </summary>
    public sealed record ActLoseControl : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Turns them straight; uses of a limit come back (Ready cards).
    /// </summary>
    public sealed record ActReady : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Turns ready ones; nothing is bought with them.
    /// </summary>
    public sealed record ActSpend : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Pays so much of a statistic, all or nothing, by the rules of payment, substitution included (Paying
    /// statistics).
    /// </summary>
    public sealed record ActPay : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("statistic")]
        public required string Statistic { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Such a card may be spent as so much of a statistic, in paying anything (Paying statistics).
    /// </summary>
    public sealed record ActSpendAs : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Filter What { get; init; }
        [JsonPropertyName("statistic")]
        public required string Statistic { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Playing such a card costs so much of a statistic less, or more. Raises count before reductions.
    /// </summary>
    public sealed record ActChangeCost : Effect
    {
        [JsonPropertyName("what")]
        public required Filter What { get; init; }
        [JsonPropertyName("statistic")]
        public required string Statistic { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("less")]
        public required bool Less { get; init; }
        /// <summary>
        /// What is left is no less than this.
        /// </summary>
        [JsonPropertyName("at_least")]
        public long? AtLeast { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// They lie with that side up; a location that was not taken faces nobody.
    /// </summary>
    public sealed record ActTurn : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("face")]
        public required string Face { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Lays the card there, from wherever it is; its controller is the acting player (Ongoing cards).
    /// </summary>
    public sealed record ActAttach : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Takes attached cards off them, to their owners' discard piles.
    /// </summary>
    public sealed record ActRemoveCard : Effect
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Places that many on each of them. Size tokens are an increase; damage tokens are not dealt.
    /// </summary>
    public sealed record ActPlaceTokens : Effect
    {
        [JsonPropertyName("tokens")]
        public required TokenCount Tokens { get; init; }
        [JsonPropertyName("on")]
        public required Selector On { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Removes that many from each of them, or what is there; a unit keeps size 1.
    /// </summary>
    public sealed record ActRemoveTokens : Effect
    {
        [JsonPropertyName("tokens")]
        public required TokenCount Tokens { get; init; }
        [JsonPropertyName("from")]
        public required Selector From { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The next so much damage that would be dealt to each of them is not dealt, at once or over several
    /// times.
    /// </summary>
    public sealed record ActPreventNext : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("to")]
        public required Selector To { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// So much of the damage that the event is about is not dealt.
    /// </summary>
    public sealed record ActPreventThat : Effect
    {
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// What is dealt to each of them, by attacks and by effects, is so much less, or more.
    /// </summary>
    public sealed record ActTakeLess : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        /// <summary>
        /// They take more, not less.
        /// </summary>
        [JsonPropertyName("more")]
        public required bool More { get; init; }
        [JsonPropertyName("from")]
        public Selector? From { get; init; }
        /// <summary>
        /// What is left is no less than this.
        /// </summary>
        [JsonPropertyName("at_least")]
        public long? AtLeast { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Boosts the attack with those cards, beside the one card that each player may add (Boosting an attack).
    /// </summary>
    public sealed record ActBoost : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("attack")]
        public required Selector Attack { get; init; }
        [JsonPropertyName("with")]
        public required Selector With { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The player's boost cards that are units deal so much additional damage instead of so much (Boosting an
    /// attack).
    /// </summary>
    public sealed record ActBoostDamage : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("amount")]
        public required Amount Amount { get; init; }
        [JsonPropertyName("instead_of")]
        public required Amount InsteadOf { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// They have these abilities too. There, `this` is the one that gained them, in everything.
    /// </summary>
    public sealed record ActGain : Effect
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("abilities")]
        public required IReadOnlyList<Ability> Abilities { get; init; }
        [JsonPropertyName("time")]
        public required Duration Time { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// One sentence of several clauses: each happens after the one before it, whatever became of
    /// that one.
    /// </summary>
    public sealed record Then : Effect
    {
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// Several things said of one subject, with one check of the state behind them.
    /// </summary>
    public sealed record Together : Effect
    {
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The player decides whether it happens at all. With a cost, it is paid first, all or nothing; where it
    /// cannot be paid, there is no option.
    /// </summary>
    public sealed record May : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("cost")]
        public IReadOnlyList<Effect>? Cost { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        /// <summary>
        /// What happens where the player declines, or cannot pay.
        /// </summary>
        [JsonPropertyName("otherwise")]
        public IReadOnlyList<Effect>? Otherwise { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It happens only if the condition is met when it is reached. What holds for as long as the card is there is
    /// asked all the time: one branch holds while the condition is met, the other one while it is not.
    /// </summary>
    public sealed record If : Effect
    {
        [JsonPropertyName("condition")]
        public required Condition Condition { get; init; }
        [JsonPropertyName("then")]
        public required IReadOnlyList<Effect> Then { get; init; }
        [JsonPropertyName("otherwise")]
        public IReadOnlyList<Effect>? Otherwise { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It holds for as long as the condition is met.
    /// </summary>
    public sealed record While : Effect
    {
        [JsonPropertyName("condition")]
        public required Condition Condition { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It happens unless the condition is met when it is reached. What holds for as long as the card is there holds
    /// while the condition is not met.
    /// </summary>
    public sealed record Unless : Effect
    {
        [JsonPropertyName("condition")]
        public required Condition Condition { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It happens unless that player pays the cost first; with `each`, unless both do.
    /// </summary>
    public sealed record UnlessPaid : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("cost")]
        public required IReadOnlyList<Effect> Cost { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It happens each time the occasion arises, while the ability watches for it.
    /// </summary>
    public sealed record When : Effect
    {
        [JsonPropertyName("occasion")]
        public required Occasion Occasion { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It can be used so many times in that period, as the controller likes. All abilities of one card that
    /// say so for a round share its use, which turns the card (Place a card aside; Ready cards).
    /// </summary>
    public sealed record Limit : Effect
    {
        [JsonPropertyName("times")]
        public required long Times { get; init; }
        [JsonPropertyName("per")]
        public required string Per { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It happens once, at the next such moment. References mean what they mean now.
    /// </summary>
    public sealed record Delayed : Effect
    {
        [JsonPropertyName("moment")]
        public required string Moment { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// If the event would happen, this happens in its place. If it is an option and declined, the event
    /// happens.
    /// </summary>
    public sealed record Replace : Effect
    {
        [JsonPropertyName("event")]
        public required Event Event { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The player chooses that many of the modes; they happen in the printed order.
    /// </summary>
    public sealed record Choose : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("at_least")]
        public required long AtLeast { get; init; }
        [JsonPropertyName("at_most")]
        public required long AtMost { get; init; }
        [JsonPropertyName("modes")]
        public required IReadOnlyList<IReadOnlyList<Effect>> Modes { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The player chooses one of the clauses (`A or B`) when it is reached; only that one happens.
    /// </summary>
    public sealed record Either : Effect
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It is repeated for each thing that fits when it is reached, choosing anew each time.
    /// </summary>
    public sealed record ForEach : Effect
    {
        [JsonPropertyName("each")]
        public required Filter Each { get; init; }
        /// <summary>
        /// By which the effects refer to the one that it is repeated for.
        /// </summary>
        [JsonPropertyName("slot")]
        public required long Slot { get; init; }
        [JsonPropertyName("effects")]
        public required IReadOnlyList<Effect> Effects { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    public sealed class Converter : JsonConverter<Effect>
    {
        public override Effect Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("effect", out var effectTag) ? effectTag.GetString() : null, node.TryGetProperty("do", out var doTag) ? doTag.GetString() : null);
            return key switch
            {
                "act/deal-damage" => node.Deserialize<ActDealDamage>(options)!,
                "act/divide-damage" => node.Deserialize<ActDivideDamage>(options)!,
                "act/remove-damage" => node.Deserialize<ActRemoveDamage>(options)!,
                "act/move-damage" => node.Deserialize<ActMoveDamage>(options)!,
                "act/double-damage" => node.Deserialize<ActDoubleDamage>(options)!,
                "act/increase" => node.Deserialize<ActIncrease>(options)!,
                "act/decrease" => node.Deserialize<ActDecrease>(options)!,
                "act/move-tokens" => node.Deserialize<ActMoveTokens>(options)!,
                "act/change" => node.Deserialize<ActChange>(options)!,
                "act/set-attribute" => node.Deserialize<ActSetAttribute>(options)!,
                "act/become" => node.Deserialize<ActBecome>(options)!,
                "act/set-limit" => node.Deserialize<ActSetLimit>(options)!,
                "act/move" => node.Deserialize<ActMove>(options)!,
                "act/swap" => node.Deserialize<ActSwap>(options)!,
                "act/place" => node.Deserialize<ActPlace>(options)!,
                "act/attack" => node.Deserialize<ActAttack>(options)!,
                "act/deal-more" => node.Deserialize<ActDealMore>(options)!,
                "act/disadvantage" => node.Deserialize<ActDisadvantage>(options)!,
                "act/also-hits" => node.Deserialize<ActAlsoHits>(options)!,
                "act/redirect" => node.Deserialize<ActRedirect>(options)!,
                "act/cannot" => node.Deserialize<ActCannot>(options)!,
                "act/can-attack-only" => node.Deserialize<ActCanAttackOnly>(options)!,
                "act/permit" => node.Deserialize<ActPermit>(options)!,
                "act/place-marks" => node.Deserialize<ActPlaceMarks>(options)!,
                "act/remove-marks" => node.Deserialize<ActRemoveMarks>(options)!,
                "act/activate" => node.Deserialize<ActActivate>(options)!,
                "act/draw" => node.Deserialize<ActDraw>(options)!,
                "act/discard" => node.Deserialize<ActDiscard>(options)!,
                "act/reveal" => node.Deserialize<ActReveal>(options)!,
                "act/look" => node.Deserialize<ActLook>(options)!,
                "act/choose" => node.Deserialize<ActChoose>(options)!,
                "act/return" => node.Deserialize<ActReturn>(options)!,
                "act/put" => node.Deserialize<ActPut>(options)!,
                "act/search" => node.Deserialize<ActSearch>(options)!,
                "act/shuffle" => node.Deserialize<ActShuffle>(options)!,
                "act/play" => node.Deserialize<ActPlay>(options)!,
                "act/remove-from-map" => node.Deserialize<ActRemoveFromMap>(options)!,
                "act/negate" => node.Deserialize<ActNegate>(options)!,
                "act/take-control" => node.Deserialize<ActTakeControl>(options)!,
                "act/lose-control" => node.Deserialize<ActLoseControl>(options)!,
                "act/ready" => node.Deserialize<ActReady>(options)!,
                "act/spend" => node.Deserialize<ActSpend>(options)!,
                "act/pay" => node.Deserialize<ActPay>(options)!,
                "act/spend-as" => node.Deserialize<ActSpendAs>(options)!,
                "act/change-cost" => node.Deserialize<ActChangeCost>(options)!,
                "act/turn" => node.Deserialize<ActTurn>(options)!,
                "act/attach" => node.Deserialize<ActAttach>(options)!,
                "act/remove-card" => node.Deserialize<ActRemoveCard>(options)!,
                "act/place-tokens" => node.Deserialize<ActPlaceTokens>(options)!,
                "act/remove-tokens" => node.Deserialize<ActRemoveTokens>(options)!,
                "act/prevent-next" => node.Deserialize<ActPreventNext>(options)!,
                "act/prevent-that" => node.Deserialize<ActPreventThat>(options)!,
                "act/take-less" => node.Deserialize<ActTakeLess>(options)!,
                "act/boost" => node.Deserialize<ActBoost>(options)!,
                "act/boost-damage" => node.Deserialize<ActBoostDamage>(options)!,
                "act/gain" => node.Deserialize<ActGain>(options)!,
                "then/" => node.Deserialize<Then>(options)!,
                "together/" => node.Deserialize<Together>(options)!,
                "may/" => node.Deserialize<May>(options)!,
                "if/" => node.Deserialize<If>(options)!,
                "while/" => node.Deserialize<While>(options)!,
                "unless/" => node.Deserialize<Unless>(options)!,
                "unless-paid/" => node.Deserialize<UnlessPaid>(options)!,
                "when/" => node.Deserialize<When>(options)!,
                "limit/" => node.Deserialize<Limit>(options)!,
                "delayed/" => node.Deserialize<Delayed>(options)!,
                "replace/" => node.Deserialize<Replace>(options)!,
                "choose/" => node.Deserialize<Choose>(options)!,
                "either/" => node.Deserialize<Either>(options)!,
                "for-each/" => node.Deserialize<ForEach>(options)!,
                _ => throw new JsonException($"no Effect is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Effect value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Tokens of one kind, on each thing.
/// </summary>
public sealed record TokenCount
{
    [JsonPropertyName("amount")]
    public required Amount Amount { get; init; }
    /// <summary>
    /// The id of a kind of token.
    /// </summary>
    [JsonPropertyName("token")]
    public required string Token { get; init; }
}

/// <summary>
/// A change of one number.
/// </summary>
public sealed record AttributeChange
{
    /// <summary>
    /// The id of an attribute.
    /// </summary>
    [JsonPropertyName("attribute")]
    public required string Attribute { get; init; }
    [JsonPropertyName("by")]
    public required Amount By { get; init; }
    /// <summary>
    /// It is lowered, not raised. Losses come after raises, the oldest first.
    /// </summary>
    [JsonPropertyName("lose")]
    public bool? Lose { get; init; }
    /// <summary>
    /// The loss takes away no more than leaves this. Absent: down to 0.
    /// </summary>
    [JsonPropertyName("at_least")]
    public long? AtLeast { get; init; }
}

/// <summary>
/// How long a change lasts.
/// </summary>
[JsonConverter(typeof(Duration.Converter))]
public abstract record Duration
{
    private Duration() { }

    /// <summary>
    /// With the attack in which the ability resolves, or that the action is about.
    /// </summary>
    public sealed record EndOfAttack : Duration
    {
    }

    /// <summary>
    /// With the activation that is going on.
    /// </summary>
    public sealed record EndOfActivation : Duration
    {
    }

    /// <summary>
    /// With the turn that is going on.
    /// </summary>
    public sealed record EndOfTurn : Duration
    {
    }

    /// <summary>
    /// With the round, behind what happens at its end (End of the round).
    /// </summary>
    public sealed record EndOfRound : Duration
    {
    }

    /// <summary>
    /// Never, while the thing is in play.
    /// </summary>
    public sealed record EndOfGame : Duration
    {
    }

    /// <summary>
    /// Until the next turn of the controller begins.
    /// </summary>
    public sealed record YourNextTurn : Duration
    {
    }

    /// <summary>
    /// When the condition first fails; in what holds all the time, switched on and off with it.
    /// </summary>
    public sealed record While : Duration
    {
        [JsonPropertyName("condition")]
        public required Condition Condition { get; init; }
    }

    /// <summary>
    /// For as long as the card is there: in play, attached, controlled. It holds for whoever fits at the
    /// time. In what happens once, for as long as the condition of the `while` around it is met.
    /// </summary>
    public sealed record Standing : Duration
    {
    }

    /// <summary>
    /// Until something else changes it again.
    /// </summary>
    public sealed record AnotherChange : Duration
    {
    }

    public sealed class Converter : JsonConverter<Duration>
    {
        public override Duration Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("until", out var untilTag) ? untilTag.GetString() : null);
            return key switch
            {
                "end-of-attack" => node.Deserialize<EndOfAttack>(options)!,
                "end-of-activation" => node.Deserialize<EndOfActivation>(options)!,
                "end-of-turn" => node.Deserialize<EndOfTurn>(options)!,
                "end-of-round" => node.Deserialize<EndOfRound>(options)!,
                "end-of-game" => node.Deserialize<EndOfGame>(options)!,
                "your-next-turn" => node.Deserialize<YourNextTurn>(options)!,
                "while" => node.Deserialize<While>(options)!,
                "standing" => node.Deserialize<Standing>(options)!,
                "another-change" => node.Deserialize<AnotherChange>(options)!,
                _ => throw new JsonException($"no Duration is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Duration value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Something that is so or not, when it is asked. Of a thing that is not there, nothing is so.
/// </summary>
[JsonConverter(typeof(Condition.Converter))]
public abstract record Condition
{
    private Condition() { }

    /// <summary>
    /// All of them are met.
    /// </summary>
    public sealed record All : Condition
    {
        [JsonPropertyName("of")]
        public required IReadOnlyList<Condition> Of { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// So many things fit.
    /// </summary>
    public sealed record Number : Condition
    {
        [JsonPropertyName("of")]
        public required Filter Of { get; init; }
        [JsonPropertyName("number")]
        public required Comparison NumberValue { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The player has so many cards in that description's zone, or controls so many.
    /// </summary>
    public sealed record Has : Condition
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("what")]
        public required Filter What { get; init; }
        [JsonPropertyName("number")]
        public required Comparison Number { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// One number compared with another.
    /// </summary>
    public sealed record Compare : Condition
    {
        [JsonPropertyName("left")]
        public required Amount Left { get; init; }
        [JsonPropertyName("right")]
        public required Comparison Right { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It fits the description, or does not.
    /// </summary>
    public sealed record Is : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("what")]
        public required Filter What { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// The player is the first player of this round (Determine the first player).
    /// </summary>
    public sealed record FirstPlayer : Condition
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has taken a step in that period, by its activation or by an effect.
    /// </summary>
    public sealed record HasMoved : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has begun an attack in that period; a retaliation is none.
    /// </summary>
    public sealed record HasAttacked : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has begun a retaliation in that period.
    /// </summary>
    public sealed record HasRetaliated : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has been activated in that period, by its player or by an effect.
    /// </summary>
    public sealed record HasBeenActivated : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has been the target of an attack in that period; a retaliation is none.
    /// </summary>
    public sealed record HasBeenAttacked : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has been dealt 1 damage or more in that period, by an attack or by an effect.
    /// </summary>
    public sealed record HasBeenDealtDamage : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// It has been removed from the map in that period; so of what is not on the map any more.
    /// </summary>
    public sealed record HasBeenRemoved : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("period")]
        public required string Period { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// By an earlier action of this ability, as far as it really happened.
    /// </summary>
    public sealed record WasRemovedThisWay : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// By an earlier action of this ability.
    /// </summary>
    public sealed record WasDiscardedThisWay : Condition
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// By an earlier action of this ability.
    /// </summary>
    public sealed record WasDrawnThisWay : Condition
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// By an earlier action of this ability.
    /// </summary>
    public sealed record WasRevealedThisWay : Condition
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    /// <summary>
    /// By an earlier action of this ability, 1 damage or more.
    /// </summary>
    public sealed record WasDealtDamageThisWay : Condition
    {
        [JsonPropertyName("who")]
        public required Selector Who { get; init; }
        [JsonPropertyName("not")]
        public required bool Not { get; init; }
        [JsonPropertyName("span")]
        public long[]? Span { get; init; }
    }

    public sealed class Converter : JsonConverter<Condition>
    {
        public override Condition Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("condition", out var conditionTag) ? conditionTag.GetString() : null);
            return key switch
            {
                "all" => node.Deserialize<All>(options)!,
                "number" => node.Deserialize<Number>(options)!,
                "has" => node.Deserialize<Has>(options)!,
                "compare" => node.Deserialize<Compare>(options)!,
                "is" => node.Deserialize<Is>(options)!,
                "first-player" => node.Deserialize<FirstPlayer>(options)!,
                "has-moved" => node.Deserialize<HasMoved>(options)!,
                "has-attacked" => node.Deserialize<HasAttacked>(options)!,
                "has-retaliated" => node.Deserialize<HasRetaliated>(options)!,
                "has-been-activated" => node.Deserialize<HasBeenActivated>(options)!,
                "has-been-attacked" => node.Deserialize<HasBeenAttacked>(options)!,
                "has-been-dealt-damage" => node.Deserialize<HasBeenDealtDamage>(options)!,
                "has-been-removed" => node.Deserialize<HasBeenRemoved>(options)!,
                "was-removed-this-way" => node.Deserialize<WasRemovedThisWay>(options)!,
                "was-discarded-this-way" => node.Deserialize<WasDiscardedThisWay>(options)!,
                "was-drawn-this-way" => node.Deserialize<WasDrawnThisWay>(options)!,
                "was-revealed-this-way" => node.Deserialize<WasRevealedThisWay>(options)!,
                "was-dealt-damage-this-way" => node.Deserialize<WasDealtDamageThisWay>(options)!,
                _ => throw new JsonException($"no Condition is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Condition value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Which way it moves. A step that cannot be taken in that way ends the movement.
/// </summary>
[JsonConverter(typeof(Direction.Converter))]
public abstract record Direction
{
    private Direction() { }

    /// <summary>
    /// Every step increases the distance.
    /// </summary>
    public sealed record AwayFrom : Direction
    {
        [JsonPropertyName("what")]
        public required Reference What { get; init; }
    }

    /// <summary>
    /// Every step decreases the distance.
    /// </summary>
    public sealed record Toward : Direction
    {
        [JsonPropertyName("what")]
        public required Reference What { get; init; }
    }

    public sealed class Converter : JsonConverter<Direction>
    {
        public override Direction Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("direction", out var directionTag) ? directionTag.GetString() : null);
            return key switch
            {
                "away-from" => node.Deserialize<AwayFrom>(options)!,
                "toward" => node.Deserialize<Toward>(options)!,
                _ => throw new JsonException($"no Direction is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Direction value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Who cannot: cards, or a player.
/// </summary>
[JsonConverter(typeof(Stake.Converter))]
public abstract record Stake
{
    private Stake() { }

    /// <summary>
    /// Those that are found: they do not do the deed, or it is not done to them.
    /// </summary>
    public sealed record Cards : Stake
    {
        [JsonPropertyName("which")]
        public required Selector Which { get; init; }
    }

    /// <summary>
    /// The player does not do it.
    /// </summary>
    public sealed record Player : Stake
    {
        [JsonPropertyName("who")]
        public required string Who { get; init; }
    }

    public sealed class Converter : JsonConverter<Stake>
    {
        public override Stake Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("stake", out var stakeTag) ? stakeTag.GetString() : null);
            return key switch
            {
                "cards" => node.Deserialize<Cards>(options)!,
                "player" => node.Deserialize<Player>(options)!,
                _ => throw new JsonException($"no Stake is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Stake value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Something that can be forbidden. Selectors in it are patterns: what fits is forbidden; an absent one
/// fits everything.
/// </summary>
[JsonConverter(typeof(Deed.Converter))]
public abstract record Deed
{
    private Deed() { }

    /// <summary>
    /// The unit's own movement and Move; not Swap and Place.
    /// </summary>
    public sealed record Move : Deed
    {
    }

    /// <summary>
    /// Attacking those, or at all.
    /// </summary>
    public sealed record Attack : Deed
    {
        [JsonPropertyName("whom")]
        public Selector? Whom { get; init; }
    }

    /// <summary>
    /// Retaliating against those or against that attack, or at all.
    /// </summary>
    public sealed record Retaliate : Deed
    {
        [JsonPropertyName("against")]
        public Selector? Against { get; init; }
    }

    /// <summary>
    /// Being activated, normally, by an effect, or as an activation.
    /// </summary>
    public sealed record BeActivated : Deed
    {
    }

    /// <summary>
    /// Being chosen for an effect of such a card; `each`, chance, areas and attacks still reach it.
    /// </summary>
    public sealed record BeTargeted : Deed
    {
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
    }

    /// <summary>
    /// Being the target of an attack of those.
    /// </summary>
    public sealed record BeAttacked : Deed
    {
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
    }

    /// <summary>
    /// Move by such a card; not Swap and Place, and not the unit's own movement.
    /// </summary>
    public sealed record BeMoved : Deed
    {
        [JsonPropertyName("by")]
        public Selector? By { get; init; }
    }

    /// <summary>
    /// Coming onto those spaces, on the way or at its end.
    /// </summary>
    public sealed record Enter : Deed
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    /// <summary>
    /// Playing such cards, by the action of a turn or by an effect.
    /// </summary>
    public sealed record Play : Deed
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    /// <summary>
    /// Boosting that attack, or attacks of those.
    /// </summary>
    public sealed record Boost : Deed
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    /// <summary>
    /// Drawing, by effects and in the round.
    /// </summary>
    public sealed record Draw : Deed
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    public sealed class Converter : JsonConverter<Deed>
    {
        public override Deed Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("deed", out var deedTag) ? deedTag.GetString() : null);
            return key switch
            {
                "move" => node.Deserialize<Move>(options)!,
                "attack" => node.Deserialize<Attack>(options)!,
                "retaliate" => node.Deserialize<Retaliate>(options)!,
                "be-activated" => node.Deserialize<BeActivated>(options)!,
                "be-targeted" => node.Deserialize<BeTargeted>(options)!,
                "be-attacked" => node.Deserialize<BeAttacked>(options)!,
                "be-moved" => node.Deserialize<BeMoved>(options)!,
                "enter" => node.Deserialize<Enter>(options)!,
                "play" => node.Deserialize<Play>(options)!,
                "boost" => node.Deserialize<Boost>(options)!,
                "draw" => node.Deserialize<Draw>(options)!,
                _ => throw new JsonException($"no Deed is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Deed value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// A rule that can be lifted.
/// </summary>
[JsonConverter(typeof(Permission.Converter))]
public abstract record Permission
{
    private Permission() { }

    /// <summary>
    /// What is left of its move may be used after its attack (Ground unit).
    /// </summary>
    public sealed record MoveAfterAttacking : Permission
    {
    }

    /// <summary>
    /// It may enter spaces with those, and still not stop there (Ground unit). `other` leaves out the one that moves.
    /// </summary>
    public sealed record MoveThrough : Permission
    {
        [JsonPropertyName("what")]
        public required Selector What { get; init; }
    }

    /// <summary>
    /// It retaliates with a retaliation mark too (Retaliate).
    /// </summary>
    public sealed record RetaliateAnyNumberOfTimes : Permission
    {
    }

    /// <summary>
    /// When it is played, it may be placed on vacant spaces there too (Play a card from their hand).
    /// </summary>
    public sealed record BePlaced : Permission
    {
        [JsonPropertyName("places")]
        public required IReadOnlyList<Place> Places { get; init; }
    }

    public sealed class Converter : JsonConverter<Permission>
    {
        public override Permission Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("permission", out var permissionTag) ? permissionTag.GetString() : null);
            return key switch
            {
                "move-after-attacking" => node.Deserialize<MoveAfterAttacking>(options)!,
                "move-through" => node.Deserialize<MoveThrough>(options)!,
                "retaliate-any-number-of-times" => node.Deserialize<RetaliateAnyNumberOfTimes>(options)!,
                "be-placed" => node.Deserialize<BePlaced>(options)!,
                _ => throw new JsonException($"no Permission is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Permission value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// Where a card is put.
/// </summary>
public sealed record Put
{
    [JsonPropertyName("zone")]
    public required Zone Zone { get; init; }
    /// <summary>
    /// The end of an ordered zone; the top where it is absent.
    /// </summary>
    [JsonPropertyName("end")]
    public string? End { get; init; }
    /// <summary>
    /// The acting player chooses their order. Otherwise they keep the one in which they lay.
    /// </summary>
    [JsonPropertyName("any_order")]
    public bool? AnyOrder { get; init; }
}

/// <summary>
/// Which side of a card is up.
/// </summary>
public static class Face
{
    /// <summary>
    /// Everybody reads it.
    /// </summary>
    public const string Up = "up";
    /// <summary>
    /// It is hidden and says nothing.
    /// </summary>
    public const string Down = "down";
}

/// <summary>
/// When something that can happen again and again does so.
/// </summary>
[JsonConverter(typeof(Occasion.Converter))]
public abstract record Occasion
{
    private Occasion() { }

    /// <summary>
    /// As it happens: an announced event before its effect, a done one right after it.
    /// </summary>
    public sealed record When : Occasion
    {
        [JsonPropertyName("event")]
        public required Event Event { get; init; }
    }

    /// <summary>
    /// Once it is over, with all that it brought about.
    /// </summary>
    public sealed record After : Occasion
    {
        [JsonPropertyName("event")]
        public required Event Event { get; init; }
    }

    /// <summary>
    /// As it happens, the first time in each round. No card is turned by it.
    /// </summary>
    public sealed record FirstEachRound : Occasion
    {
        [JsonPropertyName("event")]
        public required Event Event { get; init; }
    }

    /// <summary>
    /// At that moment of every round.
    /// </summary>
    public sealed record At : Occasion
    {
        [JsonPropertyName("moment")]
        public required string Moment { get; init; }
    }

    public sealed class Converter : JsonConverter<Occasion>
    {
        public override Occasion Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("occasion", out var occasionTag) ? occasionTag.GetString() : null);
            return key switch
            {
                "when" => node.Deserialize<When>(options)!,
                "after" => node.Deserialize<After>(options)!,
                "first-each-round" => node.Deserialize<FirstEachRound>(options)!,
                "at" => node.Deserialize<At>(options)!,
                _ => throw new JsonException($"no Occasion is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Occasion value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}

/// <summary>
/// A moment of a round.
/// </summary>
public static class Moment
{
    /// <summary>
    /// Start of the round.
    /// </summary>
    public const string StartOfRound = "start-of-round";
    /// <summary>
    /// End of the round.
    /// </summary>
    public const string EndOfRound = "end-of-round";
    /// <summary>
    /// Start of the round, in the next one.
    /// </summary>
    public const string StartOfNextRound = "start-of-next-round";
}

/// <summary>
/// How long a limited use takes to come back.
/// </summary>
public static class LimitPeriod
{
    /// <summary>
    /// When the card is readied (Ready cards).
    /// </summary>
    public const string Round = "round";
    /// <summary>
    /// Not at all.
    /// </summary>
    public const string Game = "game";
}

/// <summary>
/// A set that was judged, as the bundle has it.
/// </summary>
public sealed record Kingdom
{
    /// <summary>
    /// The name in kebab case.
    /// </summary>
    [JsonPropertyName("id")]
    public required string Id { get; init; }
    [JsonPropertyName("name")]
    public required string Name { get; init; }
    /// <summary>
    /// The id of the house rules by which it was judged; absent for the rules of the game.
    /// </summary>
    [JsonPropertyName("house_rules")]
    public string? HouseRules { get; init; }
    /// <summary>
    /// Card ids (or, for a zone listed by a field, values of that field) and how many of each, by
    /// zone, in the order of the file.
    /// </summary>
    [JsonPropertyName("zones")]
    public required IReadOnlyDictionary<string, IReadOnlyDictionary<string, long>> Zones { get; init; }
    /// <summary>
    /// How many cards it has in all.
    /// </summary>
    [JsonPropertyName("total")]
    public required long Total { get; init; }
}

/// <summary>
/// The words behind the ids of cards and abilities.
/// </summary>
public sealed record BundledVocabulary
{
    [JsonPropertyName("card_types")]
    public required IReadOnlyDictionary<string, BundledCardType> CardTypes { get; init; }
    [JsonPropertyName("headings")]
    public required IReadOnlyDictionary<string, GameHeading> Headings { get; init; }
    /// <summary>Every other key.</summary>
    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Rest { get; init; }
}

/// <summary>
/// A type of cards, as far as it matters once its cards are known to be right.
/// </summary>
public sealed record BundledCardType
{
    [JsonPropertyName("name")]
    public required string Name { get; init; }
    [JsonPropertyName("plural")]
    public required string Plural { get; init; }
    [JsonPropertyName("place")]
    public required string Place { get; init; }
}

/// <summary>
/// Where the cards of a type are when they are in play.
/// </summary>
public static class CardPlace
{
    /// <summary>
    /// On a space of the map, so that distances can be measured from it.
    /// </summary>
    public const string Map = "map";
    /// <summary>
    /// Beside the map, or nowhere once it is resolved.
    /// </summary>
    public const string Aside = "aside";
}

/// <summary>
/// A heading of an ability.
/// </summary>
public sealed record GameHeading
{
    [JsonPropertyName("name")]
    public required string Name { get; init; }
    /// <summary>
    /// When a text below it resolves, in words and in lower case; what outlines begin with.
    /// </summary>
    [JsonPropertyName("meaning")]
    public string? Meaning { get; init; }
    /// <summary>
    /// The card types whose texts may have it.
    /// </summary>
    [JsonPropertyName("types")]
    public required IReadOnlyList<string> Types { get; init; }
    [JsonPropertyName("form")]
    public string? Form { get; init; }
    /// <summary>
    /// What a text below it can refer to.
    /// </summary>
    [JsonPropertyName("binds")]
    public IReadOnlyList<string>? Binds { get; init; }
    /// <summary>
    /// Whose actions bring its event about.
    /// </summary>
    [JsonPropertyName("answers")]
    public string? Answers { get; init; }
    /// <summary>
    /// A card with this trait has to write the heading out.
    /// </summary>
    [JsonPropertyName("trait")]
    public string? Trait { get; init; }
    /// <summary>
    /// What its text says holds for as long as the card is there.
    /// </summary>
    [JsonPropertyName("lasting")]
    public bool? Lasting { get; init; }
    /// <summary>
    /// It is printed even where it is the default.
    /// </summary>
    [JsonPropertyName("written")]
    public bool? Written { get; init; }
    [JsonPropertyName("section")]
    public string? Section { get; init; }
}

/// <summary>
/// What stands between a heading and its colon.
/// </summary>
public static class HeadingForm
{
    /// <summary>
    /// Nothing.
    /// </summary>
    public const string Plain = "plain";
    /// <summary>
    /// `, when &lt;event&gt;`: what has to happen.
    /// </summary>
    public const string Event = "event";
    /// <summary>
    /// `, attach to &lt;unit or space&gt;` or `, place aside`: where the card goes.
    /// </summary>
    public const string Placement = "placement";
}

/// <summary>
/// Something that a heading lets its text refer to.
/// </summary>
public static class Binding
{
    /// <summary>
    /// `this activation`
    /// </summary>
    public const string Activation = "activation";
    /// <summary>
    /// `this attack`
    /// </summary>
    public const string Attack = "attack";
    /// <summary>
    /// `the target`
    /// </summary>
    public const string Target = "target";
    /// <summary>
    /// `the attacker`
    /// </summary>
    public const string Attacker = "attacker";
}

/// <summary>
/// Whose actions a heading answers that waits for an event.
/// </summary>
public static class Answers
{
    /// <summary>
    /// Those of both players.
    /// </summary>
    public const string Both = "both";
    /// <summary>
    /// Those of the opponent alone.
    /// </summary>
    public const string Opponent = "opponent";
}

/// <summary>
/// A word of the game.
/// </summary>
public sealed record Term
{
    /// <summary>
    /// The word as a text has it; the id, with spaces for underscores, where it is left out.
    /// </summary>
    [JsonPropertyName("name")]
    public string? Name { get; init; }
    /// <summary>
    /// More than one of them; the name with an `s` where it is left out.
    /// </summary>
    [JsonPropertyName("plural")]
    public string? Plural { get; init; }
    /// <summary>
    /// Other words that texts may use for it.
    /// </summary>
    [JsonPropertyName("also")]
    public IReadOnlyList<string>? Also { get; init; }
    /// <summary>
    /// The card types that have it; empty for all of them.
    /// </summary>
    [JsonPropertyName("of")]
    public IReadOnlyList<string>? Of { get; init; }
    /// <summary>
    /// Its cards have an order, so that there is a top and a bottom.
    /// </summary>
    [JsonPropertyName("ordered")]
    public bool? Ordered { get; init; }
    /// <summary>
    /// There is one for both players, not one for each.
    /// </summary>
    [JsonPropertyName("shared")]
    public bool? Shared { get; init; }
    /// <summary>
    /// The rules of the game put it there, not only texts.
    /// </summary>
    [JsonPropertyName("by_rules")]
    public bool? ByRules { get; init; }
    /// <summary>
    /// The verbs that mean this zone where a text names none.
    /// </summary>
    [JsonPropertyName("default_of")]
    public IReadOnlyList<string>? DefaultOf { get; init; }
}

/// <summary>
/// What became of the card that had an id.
/// </summary>
[JsonConverter(typeof(Migration.Converter))]
public abstract record Migration
{
    private Migration() { }

    /// <summary>
    /// The same card has another id.
    /// </summary>
    public sealed record Renamed : Migration
    {
        [JsonPropertyName("to")]
        public required string To { get; init; }
        /// <summary>
        /// Why, for people.
        /// </summary>
        [JsonPropertyName("reason")]
        public required string Reason { get; init; }
    }

    /// <summary>
    /// Another card stands for it.
    /// </summary>
    public sealed record Merged : Migration
    {
        [JsonPropertyName("into")]
        public required string Into { get; init; }
        /// <summary>
        /// Why, for people.
        /// </summary>
        [JsonPropertyName("reason")]
        public required string Reason { get; init; }
    }

    /// <summary>
    /// Nothing stands for it.
    /// </summary>
    public sealed record Withdrawn : Migration
    {
        /// <summary>
        /// Why, for people.
        /// </summary>
        [JsonPropertyName("reason")]
        public required string Reason { get; init; }
    }

    public sealed class Converter : JsonConverter<Migration>
    {
        public override Migration Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options)
        {
            using var document = JsonDocument.ParseValue(ref reader);
            var node = document.RootElement;
            var key = string.Join("/", node.TryGetProperty("change", out var changeTag) ? changeTag.GetString() : null);
            return key switch
            {
                "renamed" => node.Deserialize<Renamed>(options)!,
                "merged" => node.Deserialize<Merged>(options)!,
                "withdrawn" => node.Deserialize<Withdrawn>(options)!,
                _ => throw new JsonException($"no Migration is told by {key}"),
            };
        }

        public override void Write(Utf8JsonWriter writer, Migration value, JsonSerializerOptions options) =>
            throw new NotSupportedException("bundles are only read");
    }
}
