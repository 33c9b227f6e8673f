//! Syntax errors in scalars: quotes, reserved first characters, and block scalars.

use super::check;

#[test]
fn quotes() {
    check(
        "name: \"Angel\ntype: unit\ncost: 3\n",
        "!{type: unit, cost: 3}",
        &["1:7 a quote is never closed | \"Angel ^ this quote is never closed"],
    );
    check(
        "name: 'Angel\n",
        "!nothing",
        &["1:7 a quote is never closed | 'Angel ^ this quote is never closed"],
    );
    check(
        "effect: \"Skeleton\" units gain\ntype: x\n",
        "!{type: x}",
        &[
            "1:20 unexpected text after the closing quote of \"effect\" | units gain ^ this is after the closing quote",
        ],
    );
    check(
        "effect: 'Skeleton' units gain\ntype: x\n",
        "!{type: x}",
        &[
            "1:20 unexpected text after the closing quote of \"effect\" | units gain ^ this is after the closing quote",
        ],
    );
    check(
        "a: \"\\q\"\nb: 1\n",
        "!{b: 1}",
        &[
            "1:5 unknown escape sequence `\\q` | \\q ^ a backslash between double quotes begins an escape sequence",
        ],
    );
    check(
        "a: \"\\xZZ\"\nb: 1\n",
        "!{b: 1}",
        &["1:5 `\\x` needs 2 hexadecimal digits | \\x ^ missing digits"],
    );
    check(
        "a: \"\\uD800\"\nb: 1\n",
        "!{b: 1}",
        &["1:5 `\\uD800` is not a character | \\uD800 ^ no character has this number"],
    );
    check(
        "a: \"x\n---\ny\"\n",
        "!nothing --- y\\\"",
        &["1:4 a quote is never closed | \"x ^ this quote is never closed"],
    );
    check(
        "\"a\" \"b\"\n",
        "!nothing",
        &["1:5 unexpected text after the closing quote | \"b\" ^ this is after the closing quote"],
    );
    check(
        "a: 'It's'\nb: c\n",
        "!{b: c}",
        &[
            "1:8 unexpected text after the closing quote of \"a\" | s' ^ this is after the closing quote",
        ],
    );
    check(
        "a: \"b\" \"c\"\nb: c\n",
        "!{b: c}",
        &[
            "1:8 unexpected text after the closing quote of \"a\" | \"c\" ^ this is after the closing quote",
        ],
    );
    check(
        "a: \"b\", \nc: d\n",
        "!{a: b, c: d}",
        &["1:7 unexpected comma after the value | , ^ YAML needs no comma at the end of a line"],
    );
    check(
        "a: [\"b\" c, d]\nx: 1\n",
        "!{x: 1}",
        &["1:9 unexpected text after the closing quote | c ^ this is after the closing quote"],
    );
    check(
        "name: \"Angel\n  type: \"unit\"\ncost: 3\n",
        "!{cost: 3}",
        &["1:7 a quote is never closed | \"Angel ^ this quote is never closed"],
    );
    check(
        "effect: 'tis a day\nx: 1\n",
        "!{x: 1}",
        &["1:9 a quote is never closed | 'tis a day ^ this quote is never closed"],
    );
    check(
        "effect: \"He said: \\\"x\\\" and\nx: 1\n",
        "!{x: 1}",
        &["1:9 a quote is never closed | \"He said: \\\"x\\\" and ^ this quote is never closed"],
    );
    check(
        "a: 1\nb: [x, \"y]\nc: 3\n",
        "!{a: 1, c: 3}",
        &["2:8 a quote is never closed | \"y ^ this quote is never closed"],
    );
    check(
        "a: \"café\" b: c\n",
        "!nothing",
        &[
            "1:11 unexpected text after the closing quote of \"a\" | b: c ^ this is after the closing quote",
        ],
    );
    check(
        "a: \"x\n  y\n  z\nb: c\n",
        "!{b: c}",
        &["1:4 a quote is never closed | \"x ^ this quote is never closed"],
    );
}

#[test]
fn first_characters() {
    check(
        "effect: *undead* units gain 1\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `*` needs quotes | *undead* ^ YAML reads `*` as a reference to a marked value",
        ],
    );
    check(
        "traits: *undead*\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 only texts use asterisks around a word | *undead* ^ YAML reads this as a reference to something called `undead*`",
        ],
    );
    check(
        "effect: [Activation] Draw\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `[` needs quotes | [ ^ YAML reads `[` as the start of a list",
        ],
    );
    check(
        "effect: {Activation} Draw\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `{` needs quotes | { ^ YAML reads `{` as the start of a mapping",
        ],
    );
    check(
        "effect: & Draw\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `&` needs quotes | & ^ YAML reads `&` as the start of a mark for a value",
        ],
    );
    check(
        "effect: ! Draw\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `!` needs quotes | ! ^ YAML reads a word that begins with `!` as a tag, not as text",
        ],
    );
    check(
        "effect: %foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `%` needs quotes | % ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "effect: @foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `@` needs quotes | @ ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "effect: `foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with a backtick needs quotes | ` ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "effect: - foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a list cannot begin on the line of its key | - ^ YAML reads `-` as the start of a list entry",
        ],
    );
    check(
        "effect: ? foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `?` needs quotes | ? ^ YAML reads `?` as the start of a key",
        ],
    );
    check(
        "effect: , foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `,` needs quotes | , ^ YAML reads this as part of a list in brackets",
        ],
    );
    check(
        "effect: ] foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `]` needs quotes | ] ^ YAML reads this as part of a list in brackets",
        ],
    );
    check(
        "effect: } foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:9 a text that begins with `}` needs quotes | } ^ YAML reads this as part of a list in brackets",
        ],
    );
    check(
        "traits: - a\n        - b\nx: 3\n",
        "!{x: 3}",
        &[
            "1:9 a list cannot begin on the line of its key | - ^ YAML reads `-` as the start of a list entry",
        ],
    );
    check(
        "a: !<foo\nb: 1\n",
        "!{b: 1}",
        &[
            "1:4 a text that begins with `!` needs quotes | ! ^ YAML reads a word that begins with `!` as a tag",
        ],
    );
    check(
        "a: !a!b c\n",
        "!nothing",
        &[
            "1:4 a text that begins with `!` needs quotes | ! ^ YAML reads a word that begins with `!` as a tag",
        ],
    );
    check(
        "a: !! c\n",
        "!nothing",
        &[
            "1:4 a text that begins with `!` needs quotes | ! ^ YAML reads a word that begins with `!` as a tag",
        ],
    );
    check(
        "a: [%b]\n",
        "!nothing",
        &[
            "1:5 a text that begins with `%` needs quotes | % ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "a: [@b]\n",
        "!nothing",
        &[
            "1:5 a text that begins with `@` needs quotes | @ ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "a: *\nb: c\n",
        "!{b: c}",
        &[
            "1:4 a text that begins with `*` needs quotes | * ^ YAML reads `*` as a reference to a marked value",
        ],
    );
    check(
        "a: * b\nb: c\n",
        "!{b: c}",
        &[
            "1:4 a text that begins with `*` needs quotes | * ^ YAML reads `*` as a reference to a marked value",
        ],
    );
    check(
        "a: !\nb: c\n",
        "!{b: c}",
        &[
            "1:4 a text that begins with `!` needs quotes | ! ^ YAML reads a word that begins with `!` as a tag, not as text",
        ],
    );
    check(
        "a: { b: 1, c: ? }\nd: e\n",
        "!{d: e}",
        &["1:15 expected a value, found `?` | ? ^ YAML reads `?` as the start of a key"],
    );
    check(
        "a: |>\n  x\nb: > |\n  x\nc: d\n",
        "!{c: d}",
        &[
            "1:4 expected one mark, found `|>` | |> ^ both `|` and `>` mean that the text begins on the next line",
            "3:4 expected one mark, found `> |` | > | ^ both `|` and `>` mean that the text begins on the next line",
        ],
    );
    check(
        "{\n  \"name\": \"Angel\",\n  \"cost\": @x\n}\n",
        "!nothing",
        &[
            "3:11 a text that begins with `@` needs quotes | @ ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "a: [\n  x,\n  @y,\n  z\n]\nb: c\n",
        "!{b: c}",
        &[
            "3:3 a text that begins with `@` needs quotes | @ ^ YAML reserves this character at the start of a value",
        ],
    );
    check(
        "a: [-]\n",
        "!nothing",
        &[
            "1:5 a text that begins with `-` needs quotes | - ^ YAML reads `-` as the start of a list entry",
        ],
    );
    check(
        "a: 1\n*b: 2\n",
        "!{a: 1}",
        &[
            "2:1 a text that begins with `*` needs quotes | *b ^ YAML reads `*` as a reference to a marked value",
        ],
    );
}

#[test]
fn block_texts() {
    check(
        "effect: | foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:11 the text after `|` must begin on the next line | foo ^ this is on the line of the `|`",
        ],
    );
    check(
        "effect: > foo\ntype: x\n",
        "!{type: x}",
        &[
            "1:11 the text after `>` must begin on the next line | foo ^ this is on the line of the `>`",
        ],
    );
    check(
        "a: |0\n  x\n",
        "!nothing",
        &[
            "1:5 the number after `|` cannot be 0 | 0 ^ this is the indentation of the lines below, in spaces",
        ],
    );
    check(
        "a: | # ok\n  b\nc: |2 x\n  d\n",
        "!{a: b\\n}",
        &[
            "3:7 the text after `|` must begin on the next line | x ^ this is on the line of the `|`",
        ],
    );
}
