//! Lowers abilities to blocks of operations, and collects their static effects, watches and uses.

use super::*;

impl Table {
    /// Lowers the abilities of a card, and sets the fields of its definition that depend on them.
    pub(super) fn lower_all(&mut self, def: &mut Def, abilities: &[Ability]) {
        def.abilities = abilities
            .iter()
            .map(|ability| self.lower(ability))
            .collect();
        def.static_mask = def
            .abilities
            .iter()
            .fold(0, |mask, ability| mask | self.ability(*ability).static_mask);
        for ability in &def.abilities {
            let lowered = &self.abilities[*ability as usize];
            def.usable |= !lowered.uses.is_empty();
            for watch in lowered.watches.iter().chain(&lowered.reaction) {
                let on = &self.watches[*watch as usize].on;
                def.awaited |= on.event().map_or(0, |event| kinds_of(&event.what));
                if let On::First(event) = on {
                    self.first_kinds |= kinds_of(&event.what);
                    def.firsts.push((*ability, *watch));
                }
            }
        }
    }

    fn lower(&mut self, ability: &Ability) -> AbilityId {
        let (lasting, opponent_only) = self.heading(&ability.heading.id);
        let id = self.abilities.len() as AbilityId;
        self.abilities.push(Abil {
            heading: ability.heading.id.clone(),
            lasting,
            opponent_only,
            reaction: None,
            placement: ability.heading.placement.clone(),
            block: 0,
            once: 0,
            statics: Vec::new(),
            static_mask: 0,
            watches: Vec::new(),
            uses: Vec::new(),
            conditions: 0..0,
        });
        let begin = self.conds.len() as CondId;
        let block = self.block(&ability.effects, id);
        self.abilities[id as usize].block = block;
        if let Some(event) = &ability.heading.when {
            let watch = self.watches.len() as WatchId;
            let on = On::When((**event).clone());
            self.watches.push(Watch {
                on,
                then: block,
                guards: Guards::new(),
                ability: id,
                reaction: true,
            });
            self.abilities[id as usize].reaction = Some(watch);
        }
        if lasting {
            let mut once = Vec::new();
            for effect in &ability.effects {
                self.hold(effect, &Guards::new(), None, id, &mut once);
            }
            if !once.is_empty() {
                self.blocks.push(once);
                self.abilities[id as usize].once = self.blocks.len() as BlockId - 1;
            }
        }
        self.abilities[id as usize].conditions = begin..self.conds.len() as CondId;
        id
    }

    /// Classifies an effect under a lasting heading: a static effect, a watch, a use, or an operation that is done
    /// once.
    fn hold(
        &mut self,
        effect: &Effect,
        guards: &Guards,
        limit: Option<LimitId>,
        of: AbilityId,
        once: &mut Vec<Op>,
    ) {
        let guarded = |table: &mut Table, condition: &Condition, is: bool| {
            let mut guards = guards.clone();
            guards.push((table.condition(condition), is));
            guards
        };
        match &effect.what {
            What::Act { action } => {
                let act = self.act(effect, action, of);
                if matches!(
                    action.time(),
                    Some(Duration::Standing | Duration::While { .. })
                ) && limit.is_none()
                {
                    let kind = self.acts[act as usize].kind;
                    let mut guards = guards.clone();
                    if let Some(Duration::While { condition }) = action.time() {
                        guards.push((self.condition(condition), true));
                    }
                    let ability = &mut self.abilities[of as usize];
                    ability.static_mask |= kind;
                    ability.statics.push(Static { act, guards });
                } else if let Some(limit) = limit {
                    let then = self.push(vec![Op::Limit(limit)]);
                    self.abilities[of as usize].uses.push(Use {
                        limit: Some(limit),
                        then,
                        guards: guards.clone(),
                    });
                } else {
                    let op = self.guard(Op::Act(act), guards);
                    once.push(op);
                }
            }
            What::Then { effects } | What::Together { effects } if limit.is_none() => {
                for effect in effects {
                    self.hold(effect, guards, None, of, once);
                }
            }
            What::If {
                condition,
                then,
                otherwise,
            } if limit.is_none() => {
                let yes = guarded(self, condition, true);
                let no = guarded(self, condition, false);
                for effect in then {
                    self.hold(effect, &yes, None, of, once);
                }
                for effect in otherwise {
                    self.hold(effect, &no, None, of, once);
                }
            }
            What::While { condition, effects } if limit.is_none() => {
                let yes = guarded(self, condition, true);
                for effect in effects {
                    self.hold(effect, &yes, None, of, once);
                }
            }
            What::Unless { condition, effects } if limit.is_none() => {
                let no = guarded(self, condition, false);
                for effect in effects {
                    self.hold(effect, &no, None, of, once);
                }
            }
            What::When { occasion, effects } => {
                let then = self.block(effects, of);
                let then = self.limited(then, limit);
                self.watch(occasion, then, guards, of);
            }
            What::Replace { event, effects } => {
                let then = self.block(effects, of);
                let then = self.limited(then, limit);
                let watch = Watch {
                    on: On::Replace((**event).clone()),
                    then,
                    guards: guards.clone(),
                    ability: of,
                    reaction: false,
                };
                self.add_watch(watch, of);
            }
            What::Limit {
                times,
                per,
                period,
                effects,
            } => {
                let then = self.block(effects, of);
                let limit = self.limits.len() as LimitId;
                let per = self.limit_period(*per, period.as_deref());
                self.limits.push(Limit {
                    times: *times,
                    per,
                    then,
                });
                // If the only effect waits for an occasion or an event, the limit applies to that watch.
                match effects.as_slice() {
                    [single] if matches!(single.what, What::When { .. } | What::Replace { .. }) => {
                        if let What::When { effects, .. } | What::Replace { effects, .. } =
                            &single.what
                        {
                            let inner = self.block(effects, of);
                            self.limits[limit as usize].then = inner;
                        }
                        self.hold(single, guards, Some(limit), of, once);
                    }
                    _ => {
                        let then = self.push(vec![Op::Limit(limit)]);
                        self.abilities[of as usize].uses.push(Use {
                            limit: Some(limit),
                            then,
                            guards: guards.clone(),
                        });
                    }
                }
            }
            What::May { .. } => {
                let then = self.block(std::slice::from_ref(effect), of);
                self.abilities[of as usize].uses.push(Use {
                    limit: None,
                    then,
                    guards: guards.clone(),
                });
            }
            // Refused when the game is loaded.
            What::Ladder { .. } => {}
            What::Then { .. }
            | What::Together { .. }
            | What::If { .. }
            | What::While { .. }
            | What::Unless { .. }
            | What::UnlessPaid { .. }
            | What::Delayed { .. }
            | What::Choose { .. }
            | What::Either { .. }
            | What::ForEach { .. }
            | What::Repeat { .. } => {
                if let Some(op) = self.op(effect, of) {
                    let op = self.guard(op, guards);
                    once.push(op);
                }
            }
        }
    }

    fn guard(&mut self, op: Op, guards: &Guards) -> Op {
        guards.iter().rev().fold(op, |op, (cond, is)| {
            let block = self.push(vec![op]);
            let (then, otherwise) = if *is { (block, 0) } else { (0, block) };
            Op::If {
                cond: *cond,
                then,
                otherwise,
            }
        })
    }

    fn limited(&mut self, then: BlockId, limit: Option<LimitId>) -> BlockId {
        match limit {
            Some(limit) => self.push(vec![Op::Limit(limit)]),
            None => then,
        }
    }

    fn watch(&mut self, occasion: &Occasion, then: BlockId, guards: &Guards, of: AbilityId) {
        let on = self.on(occasion);
        self.add_watch(
            Watch {
                on,
                then,
                guards: guards.clone(),
                ability: of,
                reaction: false,
            },
            of,
        );
    }

    fn add_watch(&mut self, watch: Watch, of: AbilityId) {
        self.abilities[of as usize]
            .watches
            .push(self.watches.len() as WatchId);
        self.watches.push(watch);
    }

    fn push(&mut self, ops: Vec<Op>) -> BlockId {
        self.blocks.push(ops);
        self.blocks.len() as BlockId - 1
    }

    fn condition(&mut self, condition: &Condition) -> CondId {
        self.conds.push(condition.clone());
        self.conds.len() as CondId - 1
    }

    /// Lowers effects to a block. The empty block is 0.
    fn block(&mut self, effects: &[Effect], of: AbilityId) -> BlockId {
        let ops: Vec<Op> = effects
            .iter()
            .filter_map(|effect| self.op(effect, of))
            .collect();
        if ops.is_empty() { 0 } else { self.push(ops) }
    }

    fn op(&mut self, effect: &Effect, of: AbilityId) -> Option<Op> {
        Some(match &effect.what {
            What::Act { action } => Op::Act(self.act(effect, action, of)),
            What::Then { effects } => Op::Then(self.block(effects, of)),
            What::Together { effects } => Op::Together(self.block(effects, of)),
            What::May {
                who,
                cost,
                effects,
                otherwise,
            } => Op::May {
                who: *who,
                cost: (!cost.is_empty()).then(|| self.block(cost, of)),
                then: self.block(effects, of),
                otherwise: self.block(otherwise, of),
            },
            What::If {
                condition,
                then,
                otherwise,
            } => Op::If {
                cond: self.condition(condition),
                then: self.block(then, of),
                otherwise: self.block(otherwise, of),
            },
            What::While { condition, effects } => Op::While {
                cond: self.condition(condition),
                then: self.block(effects, of),
            },
            What::Unless { condition, effects } => Op::If {
                cond: self.condition(condition),
                then: 0,
                otherwise: self.block(effects, of),
            },
            What::UnlessPaid { who, cost, effects } => Op::UnlessPaid {
                who: *who,
                cost: self.block(cost, of),
                then: self.block(effects, of),
            },
            What::When { occasion, effects } => {
                let then = self.block(effects, of);
                let on = self.on(occasion);
                Op::When(self.waiting(on, then, of))
            }
            What::Replace { event, effects } => {
                let then = self.block(effects, of);
                Op::When(self.waiting(On::Replace((**event).clone()), then, of))
            }
            What::Limit {
                times,
                per,
                period,
                effects,
            } => {
                let then = self.block(effects, of);
                let per = self.limit_period(*per, period.as_deref());
                self.limits.push(Limit {
                    times: *times,
                    per,
                    then,
                });
                Op::Limit(self.limits.len() as LimitId - 1)
            }
            What::Delayed {
                moment,
                period: _,
                effects,
            } => Op::Delayed {
                moment: *moment,
                then: self.block(effects, of),
            },
            What::Choose {
                who,
                at_least,
                at_most,
                modes,
            } => Op::Choose {
                who: *who,
                at_least: *at_least,
                at_most: *at_most,
                modes: modes.iter().map(|mode| self.block(mode, of)).collect(),
            },
            What::Either { who, effects } => Op::Either {
                who: *who,
                of: effects
                    .iter()
                    .map(|effect| self.block(std::slice::from_ref(effect), of))
                    .collect(),
            },
            What::ForEach {
                each,
                slot,
                effects,
            } => Op::ForEach {
                each: each.clone(),
                slot: *slot,
                then: self.block(effects, of),
            },
            What::Ladder { .. } => return None,
            What::Repeat { times, effects } => Op::Repeat {
                times: *times,
                then: self.block(effects, of),
            },
        })
    }

    fn waiting(&mut self, on: On, then: BlockId, of: AbilityId) -> WatchId {
        self.watches.push(Watch {
            on,
            then,
            guards: Guards::new(),
            ability: of,
            reaction: false,
        });
        self.watches.len() as WatchId - 1
    }

    fn act(&mut self, effect: &Effect, action: &Action, of: AbilityId) -> ActId {
        let gained = match action {
            Action::Gain { abilities, .. } => abilities
                .iter()
                .map(|ability| self.lower(ability))
                .collect(),
            _ => Vec::new(),
        };
        let mut has_x = false;
        let mut dealt_by = None;
        let mut per_thing = false;
        visit_effects(std::slice::from_ref(effect), &mut |node, path| {
            if path.iter().any(|node| matches!(node, Node::Ability(_))) {
                return;
            }
            match node {
                Node::Amount(Amount::X) => has_x = true,
                Node::Amount(Amount::DamageDealt { by }) => dealt_by = Some(by.clone()),
                Node::Filter(filter) | Node::Excluding(filter) if filter.not_itself => {
                    per_thing |= path.iter().any(|node| matches!(node, Node::Amount(_)));
                }
                _ => {}
            }
        });
        let mut order: SmallVec<[u8; 3]> = (0..facts::selectors(action).len() as u8).collect();
        let selectors = facts::selectors(action);
        if facts::finds_last_first(action) {
            order.reverse();
        } else {
            order.sort_by_key(|at| selectors[usize::from(*at)].pick.slot());
        }
        drop(selectors);
        if let Some(Duration::While { condition }) = action.time() {
            self.condition(condition);
        }
        let kind = facts::lasting_kind(action);
        self.acts.push(Act {
            action: action.clone(),
            of,
            gained,
            order,
            has_x,
            dealt_by,
            kind,
            per_thing,
        });
        self.acts.len() as ActId - 1
    }

    /// Returns what is awaited. The start and the end of a period that is a round here are those of the round; a period
    /// that the engine does not have never begins.
    fn on(&self, occasion: &Occasion) -> On {
        match occasion {
            Occasion::When { event } => On::When((**event).clone()),
            Occasion::After { event } => On::After((**event).clone()),
            Occasion::FirstEachRound { event } => On::First((**event).clone()),
            Occasion::At { moment, period } => {
                let periods = &self.rules.roles.periods;
                let period = period.as_deref();
                let is_round = period == Some(periods.round.as_str());
                let is_game = period == Some(periods.game.as_str());
                On::At(match moment {
                    Moment::StartOfPeriod if is_round => Moment::StartOfRound,
                    Moment::EndOfPeriod if is_round => Moment::EndOfRound,
                    Moment::StartOfNextPeriod if is_round => Moment::StartOfNextRound,
                    Moment::StartOfPeriod if !is_game => Moment::EndOfPeriod,
                    moment => *moment,
                })
            }
        }
    }

    /// The period of a limit: a round, or for good.
    fn limit_period(&self, per: LimitPeriod, period: Option<&str>) -> LimitPeriod {
        match per {
            LimitPeriod::Period if period == Some(self.rules.roles.periods.round.as_str()) => {
                LimitPeriod::Round
            }
            LimitPeriod::Period if period == Some(self.rules.roles.periods.game.as_str()) => {
                LimitPeriod::Game
            }
            per => per,
        }
    }
}
