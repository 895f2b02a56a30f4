import type { Talk } from './talk.ts';

/** Short talks of every day, each of which was once misread. */
export const everyday: readonly Talk[] = [
  {
    text: `Maya: Ok first thing, the flaky checkout tests. They failed four times this week.
Tom: It's the shared database. Every suite writes into the same schema.
Maya: What if each worker gets its own schema?
Tom: That would do it. I've seen that work at my last place.
Maya: Good, then that's how we do it. Can you take that, Tom?
Tom: Yes, should be done by Friday.
Ines: And retries? Somebody turned on three retries in CI.
Maya: Those hide problems. Let's switch them off once the schemas are in.
Ines: Agreed. I'll switch them off.
Maya: Next, the Node upgrade. Are we on 20 or 22?
Tom: 20 in production, 22 on the laptops.
Maya: Hm. Should production go to 22?
Tom: Not before the Christmas freeze, I'd say.
Maya: Right, after the freeze. Let's revisit in January.`,
    decided: [
      /Each worker gets its own/i,
      /Switch them off once the/i,
      /Not before the Christmas freeze/i,
    ],
    work: [
      ['Tom', /Take that, Tom \(Every suite/i, '2026-11-20'],
      ['Ines', /Switch them off \(Switch them/i],
    ],
  },
  {
    text: `[10:02] priya: deploy of payments failed again, rollback done
[10:03] lars: same timeout on the migration?
[10:03] priya: yep, lock on orders
[10:05] lars: we could run it concurrently, postgres has CREATE INDEX CONCURRENTLY
[10:05] priya: +1
[10:06] lars: ok doing that. PR up in an hour
[10:07] priya: also can someone tell support? they were asking
[10:08] dan: on it
[10:09] priya: thx. and we should add a lock_timeout to all migrations
[10:09] lars: yes, 5s
[10:10] dan: 5s is fine with me
[10:11] priya: cool, i'll put it in the migration template today`,
    decided: [/Run it concurrently, postgres has/i, /Add a lock_timeout to all/i],
    work: [
      ['Lars', /Run it concurrently, postgres has/i, '2026-11-18'],
      ['Dan', /Tell support/i],
      ['Priya', /Put it in the migration/i, '2026-11-18', 'high'],
    ],
  },
  {
    text: `Minutes, platform weekly, 18 November 2026
Present: Chen, Abiola, Marta
1. Log retention
- Logs are kept for 90 days at present; costs 4k a month.
- Agreed: 30 days hot, then cold storage.
- Chen to change the lifecycle rules by 25 Nov.
2. On-call
- Marta proposed a second rotation. No consensus; to be discussed next week.
- Abiola will ask HR about compensation.
3. AOB
- The office is closed on 24 December.
- Abiola's parental leave starts 1 February.`,
    decided: [/30 days hot, then cold/i],
    work: [
      ['Chen', /Change the lifecycle rules by/i, '2026-11-25'],
      ['Abiola', /Ask HR about compensation/i],
    ],
  },
  {
    text: `Kofi: I think we should rewrite the renderer in Rust.
Bea: All of it? That's six months.
Kofi: Maybe only the text layout.
Bea: Even that. We don't have anybody who knows it well.
Kofi: I know a bit.
Bea: Let's not. Profile it first, there may be low-hanging fruit.
Kofi: Fair enough. I'll profile it this week and write up what I find.
Bea: Great. What about the crash on Android 9?
Kofi: Only 0.3 percent of users.
Bea: Then let's drop support for Android 9 in the next release.
Kofi: Works for me. I'd announce it in the release notes.
Bea: Please do.`,
    decided: [/Drop support for Android 9/i],
    work: [
      ['Kofi', /Profile it this week and/i, '2026-11-20'],
      ['Kofi', /Announce it in the release/i],
    ],
  },
  {
    text: `Hannah: Retro. What went well: the release was quiet, and pairing helped.
Gus: What went badly: reviews took three days on average.
Hannah: Ideas?
Gus: A rota for reviews. One person each day looks at everything that's open.
Olu: I like that.
Hannah: Me too. Let's try it for two sprints.
Gus: I'll set up the rota in the calendar.
Olu: Another thing, the stand-up drags on. Could we make it async?
Gus: No, I want to see people once a day.
Hannah: Same for me. Keep it, but fifteen minutes at most.
Olu: OK, I can live with that.
Hannah: I'll bring a timer.`,
    decided: [/One person each day looks/i, /Keep it, but fifteen minutes/i],
    work: [
      ['Gus', /Set up the rota in/i],
      ['Hannah', /Bring a timer/i],
    ],
  },
  {
    text: `Interviewer panel debrief – candidate 14
Nora: Strong on systems, weaker on frontend.
Felix: I was a no on communication, but I could be convinced.
Nora: We need somebody for the storage team, and there she'd shine.
Felix: True. Then I'm a yes.
Nora: So we make an offer at senior level.
Felix: Yes.
Nora: I'll talk to the recruiter this afternoon. Felix, could you write your feedback into the tool before that?
Felix: Will do.`,
    decided: [/We make an offer at/i],
    work: [
      ['Nora', /Talk to the recruiter this/i, '2026-11-18'],
      ['Felix', /Write your feedback into the/i],
    ],
  },
  {
    text: `Team, quick sync notes (Mon)
* Decided to go with Tailwind for the new admin UI, existing CSS modules stay.
* Rosa is still waiting for the design tokens -> Ivan will chase Leah
* We talked about Storybook, no decision yet
* TODO(Rosa): migrate Button and Input by Thursday
* TODO: someone needs to own the icon set`,
    decided: [/Decided to go with Tailwind/i],
    work: [
      ['Ivan', /Chase Leah/i],
      ['Rosa', /Migrate Button and Input by/i, '2026-11-19'],
      ['', /Own the icon set/i],
    ],
  },
  {
    text: `Yuki: The training job costs too much. Eight A100s for two days each time.
Sam: We could use spot instances.
Yuki: They'd get interrupted.
Sam: Checkpoints every thirty minutes, then it doesn't matter.
Yuki: Hmm, okay. Let's do spot with checkpoints every thirty minutes.
Sam: I'll write the checkpoint code. Give me until the end of next week.
Yuki: And the evaluation set? It's leaking into train, remember.
Sam: Lena fixed that last week.
Yuki: Oh nice. Then let's rerun the baseline.
Sam: Lena wanted to do that.
Yuki: OK, Lena reruns the baseline, I'll tell her.`,
    decided: [/Do spot with checkpoints every/i],
    work: [
      ['Sam', /Write the checkpoint code/i, '2026-11-27'],
      ['Lena', /Rerun the baseline/i],
      ['Yuki', /Tell her \(Rerun the baseline\)/i],
    ],
  },
  {
    text: `Product review
Ravi: The onboarding drop-off is at step 3, the company size question.
Mina: We don't even use that field.
Ravi: Then let's remove it.
Mina: Yes please.
Ravi: I'll ask Jonas to take it out this sprint.
Mina: And the welcome mail? It still says beta.
Ravi: Oh no. Mina, can you fix the text?
Mina: On it.
Ravi: We also talked about SSO for the free plan. I'm against it, it costs us money for each login.
Mina: Agreed, SSO stays paid.`,
    decided: [/Let's remove it/i, /SSO stays paid/i],
    work: [
      ['Ravi', /Ask Jonas to take it/i],
      ['Mina', /Fix the text/i],
    ],
  },
  {
    text: `Slack, #db-migrations
sofia: heads up, the migration for orders.status takes a lock of ~40s in prod
ben: ouch. at night?
sofia: even at night we have the cron jobs
ben: then split it: add the new column first, backfill in batches, switch, drop later
sofia: makes sense, let's do it in 4 steps
ben: do you want to do it or should I?
sofia: I'll do steps 1 and 2 this week, can you take 3 and 4?
ben: ok
sofia: and let's put a lock_timeout of 2s on all of it
ben: yep`,
    decided: [/Split it: add the new/i, /Put a lock_timeout of 2s/i],
    work: [
      ['Sofia', /Do steps 1 and 2/i, '2026-11-20'],
      ['Ben', /Take 3 and 4 \(Do/i],
    ],
  },
  {
    text: `Tariq: Should the mobile app cache the profile offline?
June: If we do, we need to encrypt it.
Tariq: Keychain then.
June: Keychain is only for small things. SQLCipher?
Tariq: Adds 4 MB to the app.
June: Hmm. Then let's not cache it for now.
Tariq: Agreed. No offline profile in this release.
June: I'll remove the ticket from the sprint.`,
    decided: [/No offline profile in this/i],
    work: [['June', /Remove the ticket from the/i]],
  },
  {
    text: `Ann: Who updates the docs?
Bob: I'll do it.
Ann: Who writes the changelog?
Bob: I'll do it.`,
    work: [
      ['Bob', /update the docs/i],
      ['Bob', /write the changelog/i],
    ],
  },
];
