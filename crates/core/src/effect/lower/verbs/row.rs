//! The macros that generate code from the table of verbs.

/// Generates the lookup of rows and the lowering of verbs from the rows.
macro_rules! verbs {
    ($($rule:ident: [$($flag:ident),*], $kind:ident($($with:tt)*) => { $($body:tt)* })+) => {
        impl Verb {
            /// Returns the row of a rule.
            pub fn of(rule: Rule) -> Option<Verb> {
                match rule {
                    $(Rule::$rule => Some(Verb {
                        flags: &[$(Flag::$flag),*],
                        subject: subject_type!($kind($($with)*)),
                    }),)+
                    _ => None,
                }
            }

            /// Returns the flags of the first verb that becomes an action. Its other verbs have the same flags about
            /// the effect.
            #[allow(unreachable_patterns)]
            pub(super) fn flags_of(action: &Action) -> &'static [Flag] {
                match action {
                    $(actions!($($body)*) => &[$(Flag::$flag),*],)+
                }
            }
        }

        impl LowerCtx<'_> {
            pub(super) fn action(&mut self, subject: Agent, mut phrase: VerbPhrase<'_, '_>) -> Option<Action> {
                let action = match phrase.node.as_rule() {
                    $(Rule::$rule => {
                        let _subject = subject!(self, subject, phrase, $kind($($with)*));
                        lowered!(self, _subject, phrase, $kind, $($body)*)
                    })+
                    rule => bug(Rule::clause, Some(rule)),
                }?;
                phrase.kids.end();
                Some(action)
            }
        }
    };
}

/// Expands to the type of a subject, which constrains `it`.
macro_rules! subject_type {
    ($kind:ident($type:ident)) => {
        Some(ArgType::$type)
    };
    ($kind:ident($verb:literal, $type:ident)) => {
        Some(ArgType::$type)
    };
    ($kind:ident($($verb:literal)?)) => {
        None
    };
}

/// Expands to the checked subject, as the Rust type that the verb needs.
macro_rules! subject {
    ($ctx:ident, $subject:ident, $phrase:ident, nobody($verb:literal)) => {
        $ctx.expect_no_subject($subject, $verb)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, player($verb:literal)) => {
        $ctx.expect_player($phrase.cx, $subject, $verb)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, cards($verb:literal $(, $type:ident)?)) => {
        $ctx.expect_cards($subject, $verb, &$phrase.node)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, anyone($($type:ident)?)) => {
        $subject
    };
}

/// Expands to a pattern that matches the actions that a verb can become.
macro_rules! actions {
    ($function:ident -> $($action:ident),+) => {
        $(Action::$action { .. })|+
    };
    ($action:ident { $($slots:tt)* } $($checks:tt)*) => {
        Action::$action { .. }
    };
}

/// Expands to the action of a verb: the result of its function, or an action built from its slots.
macro_rules! lowered {
    ($ctx:ident, $subject:ident, $phrase:ident, nobody, $function:ident -> $($action:ident),+) => {
        $ctx.$function(&mut $phrase)
    };
    ($ctx:ident, $subject:ident, $phrase:ident, $kind:ident, $function:ident -> $($action:ident),+) => {
        $ctx.$function($subject, &mut $phrase)
    };
    (
        $ctx:ident, $subject:ident, $phrase:ident, $kind:ident,
        $action:ident { $($field:ident: $slot:ident($($arg:tt)*)),* $(,)? }
        $(where $($check:ident($($value:expr),*)),+)?
    ) => {{
        $(#[allow(unused_variables)] let $field = read!($ctx, $subject, $phrase, $slot($($arg)*));)*
        $(check!($ctx, $field, $slot($($arg)*));)*
        $($($ctx.$check($($value),*)?;)+)?
        $(let $field = completed!($ctx, $phrase, $field, $slot($($arg)*));)*
        Some(Action::$action { $($field),* })
    }};
}

/// Lowers the words of a slot.
macro_rules! read {
    ($ctx:ident, $subject:ident, $phrase:ident, subject($($of:tt)*)) => {
        $subject
    };
    ($ctx:ident, $subject:ident, $phrase:ident, checked_subject($type:ident, $cannot:literal)) => {{
        $ctx.expect_arg(&$subject, $cannot, ArgType::$type)?;
        $subject
    }};
    ($ctx:ident, $subject:ident, $phrase:ident, np($($of:tt)*)) => {
        $ctx.np($phrase.cx, $phrase.kids.need(Rule::np))?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, np_attached($($of:tt)*)) => {
        $ctx.np($phrase.cx, $phrase.kids.need(Rule::np_attached))?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, object($type:ident $(, $cannot:literal)?)) => {
        $ctx.object($phrase.cx, $phrase.kids.need(Rule::np), ArgType::$type)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, played($($of:tt)*)) => {
        $ctx.object_being($phrase.cx, $phrase.kids.need(Rule::np), PronounConstraint::Played)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, chosen($($of:tt)*)) => {
        $ctx.np_as($phrase.cx, $phrase.kids.need(Rule::np), NounRole::Pick, $subject)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, chosen_object($type:ident, $cannot:literal)) => {{
        let needs = PronounConstraint::Verb(ArgType::$type);
        let cx = ClauseCtx {
            needs: Some(&needs),
            ..$phrase.cx
        };
        $ctx.np_as(cx, $phrase.kids.need(Rule::np), NounRole::Pick, $subject)?
    }};
    ($ctx:ident, $subject:ident, $phrase:ident, pattern($($of:tt)*)) => {
        $ctx.pattern($phrase.cx, $phrase.kids.need(Rule::np))?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, damaged($($of:tt)*)) => {
        $ctx.object($phrase.cx, $phrase.kids.need(Rule::np), ArgType::Fighter)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, counted($type:ident, $cannot:literal)) => {
        $ctx.counted_object($phrase.cx, &mut $phrase.kids, PronounConstraint::Verb(ArgType::$type))?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, holder($tokens:ident)) => {
        $ctx.object_being($phrase.cx, $phrase.kids.need(Rule::np), PronounConstraint::Holds($tokens.token.clone()))?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, damage()) => {
        $ctx.amount_of_damage($phrase.cx, &mut $phrase.kids)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, node(marks $(, $arg:expr)*)) => {
        $ctx.marks($phrase.kids.need(Rule::marks) $(, $arg)*)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, node($rule:ident $(, $arg:expr)*)) => {
        $ctx.$rule($phrase.cx, $phrase.kids.need(Rule::$rule) $(, $arg)*)?
    };
    ($ctx:ident, $subject:ident, $phrase:ident, face()) => {
        match is_first(&mut $phrase.kids, Rule::face_up, Rule::face_down) {
            true => Face::Up,
            false => Face::Down,
        }
    };
    ($ctx:ident, $subject:ident, $phrase:ident, boxed($slot:ident($($arg:tt)*))) => {
        read!($ctx, $subject, $phrase, $slot($($arg)*))
    };
    ($ctx:ident, $subject:ident, $phrase:ident, time()) => {
        ()
    };
    ($ctx:ident, $subject:ident, $phrase:ident, tail($($of:tt)*)) => {
        ()
    };
}

/// Checks the type of a slot.
macro_rules! check {
    ($ctx:ident, $field:ident, checked_subject($($of:tt)*)) => {};
    ($ctx:ident, $field:ident, damaged($cannot:literal)) => {
        $ctx.damageable(&$field, $cannot)?
    };
    ($ctx:ident, $field:ident, holder($tokens:ident)) => {
        $ctx.holds(&$field, &$tokens.token)?
    };
    ($ctx:ident, $field:ident, boxed($slot:ident($($arg:tt)*))) => {
        check!($ctx, $field, $slot($($arg)*))
    };
    ($ctx:ident, $field:ident, $slot:ident($type:ident, $cannot:literal)) => {
        $ctx.expect_arg(&$field, $cannot, ArgType::$type)?
    };
    ($ctx:ident, $field:ident, $slot:ident($($of:tt)*)) => {};
}

/// Completes a slot with the modifiers of the clause.
macro_rules! completed {
    ($ctx:ident, $phrase:ident, $field:ident, boxed($($of:tt)*)) => {
        Box::new($field)
    };
    ($ctx:ident, $phrase:ident, $field:ident, damage()) => {
        $ctx.finish($phrase.cx, $field, $phrase.tails, $ctx.damage_word(), $phrase.at.clone())?
    };
    ($ctx:ident, $phrase:ident, $field:ident, node(token_count)) => {
        $ctx.tokens($phrase.cx, $field, $phrase.tails)?
    };
    ($ctx:ident, $phrase:ident, $field:ident, time()) => {
        $ctx.lasting($phrase.cx, $phrase.tails)?
    };
    ($ctx:ident, $phrase:ident, $field:ident, tail($method:ident $(, $arg:expr)*)) => {
        $ctx.$method($phrase.cx, $($arg,)* $phrase.tails)?
    };
    ($ctx:ident, $phrase:ident, $field:ident, $slot:ident($($of:tt)*)) => {
        $field
    };
}
