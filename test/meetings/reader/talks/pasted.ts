import type { Talk } from './talk.ts';

/** Short talks that people pasted who had not seen the reader. */
export const pasted: readonly Talk[] = [
  {
    text: `[10:02] Priya: Morning all. The deploy from yesterday went fine.
[10:03] Tom: I fixed the flaky login test yesterday, by the way.
[10:03] Priya: Nice. Can you look at the slow search query next?
[10:04] Tom: Sure, I'll take it.
[10:05] Priya: Thanks. That's it.`,
    work: [['Tom', /slow search/i]],
  },
  {
    text: `Dana Whitfield: I propose we merge the two logging modules.
Luis Ortega: Hmm, I'd like to see the numbers first. Let's postpone that to the next meeting.
Dana Whitfield: Fine. I'll bring the numbers on Wednesday.`,
    work: [['Dana Whitfield', /numbers/i, '2026-11-25']],
  },
  {
    text: `Let's use ESLint flat config everywhere. I'll convert eslint.config.js this afternoon.`,
    decided: [/ESLint/i],
    work: [['', /eslint\.config/i, '2026-11-18']],
  },
  {
    text: `Ann: We'll go with MongoDB.
Bob: OK.
Carl: Wait, the reporting needs joins. Mongo will hurt us there.
Ann: True. OK, scratch that, Postgres it is.
Bob: Fine with me. I'll change the compose file.`,
    decided: [/Postgres/i],
    work: [['Bob', /compose file/i]],
  },
  {
    text: `TODO @bob: bump lodash to fix the CVE (urgent)
TODO @ann: write release notes before the release
FYI: the demo moved to Thursday`,
    work: [
      ['bob', /lodash/i, undefined, 'high'],
      ['ann', /release notes/i],
    ],
  },
  {
    text: `AI: Greg - profile the image resizer (src/images/resize.rs) - 2026-11-27
AI: Sofia - ask legal about the font licence
AI: Greg - delete the unused S3 bucket, low priority`,
    work: [
      ['Greg', /resizer/i, '2026-11-27'],
      ['Sofia', /licence/i],
      ['Greg', /S3 bucket/i, undefined, 'low'],
    ],
  },
  {
    text: `Alice: quick one. We need a rollback script before the release.
Bob: I'm on it.
Alice: And the changelog?
Carl: I can write that by tomorrow.`,
    work: [
      ['Bob', /rollback script/i],
      ['Carl', /changelog/i, '2026-11-19'],
    ],
  },
  {
    text: `Minutes, architecture group, 18 November 2026

Present: Dr. Keller, Ms. Novak, Mr. Singh

1. Dr. Keller presented the results of the load test.
2. It was resolved that the gateway shall terminate TLS.
3. Mr. Singh will prepare a cost estimate by 11 December 2026.
4. The proposal to introduce a second region was rejected.`,
    decided: [/gateway/i],
    mayDecide: /second region was rejected/,
    work: [['Mr. Singh', /cost estimate/i, '2026-12-11']],
  },
  {
    text: `ann: lets just drop the beta flag
bob: +1
carl: ok by me
ann: k, i'll remove it from src/flags.ts tmrw`,
    decided: [/beta flag/i],
    work: [['ann', /src\/flags/i, '2026-11-19']],
  },
  {
    text: `Paul: The nightly build is red again. Who can look?
Quinn: I can't this week, sorry.
Rosa: I can, but only on Monday.
Paul: Monday is fine.`,
    work: [['Rosa', /nightly build/i, '2026-11-23']],
  },
  {
    text: `- Decision: error messages are translated on the server
- Decision: we keep German and French, Italian is dropped
- Action: Chiara tells the translators, due 2026-11-20
- Open: who pays for the Spanish version?`,
    decided: [/error messages/i, /German/i],
    work: [['Chiara', /translators/i, '2026-11-20']],
  },
  {
    text: `Speaker 1: I think we could use web sockets here.
Speaker 2: Or server-sent events, simpler.
Speaker 1: True, that would be enough.
Speaker 2: So, server-sent events?
Speaker 1: Yes. Let's do that.
Speaker 2: Then I'll rewrite notify.py. Give me until the end of the week.`,
    decided: [/server-sent/i],
    work: [['Speaker 2', /notify\.py/i, '2026-11-20']],
  },
  {
    text: `Ann: We should upgrade React to 19.
Bob: We should.
Ann: But not before Christmas.
Bob: No. Let's talk about it in January.
Ann: OK. Meanwhile I'll fix the console warnings, low priority.`,
    work: [['Ann', /console warnings/i, undefined, 'low']],
  },
  {
    text: `Product sync. Everybody agreed to hide the export button for guests. Tom is going to change src/components/Toolbar.vue, and Sara will tell support. Both should be done by tomorrow.`,
    decided: [/export button/i],
    work: [
      ['Tom', /Toolbar/i, '2026-11-19'],
      ['Sara', /support/i, '2026-11-19'],
    ],
  },
  {
    text: `Ann: I'll do the schema change.
Bob: No wait, I already have a branch for that. Let me do it.
Ann: Fine, all yours. By when?
Bob: Tuesday.`,
    work: [['Bob', /schema change/i, '2026-11-24']],
  },
  {
    text: `Action items:
1. Update README.md (owner: Hao, due: 2026-11-23)
2. Remove feature flag new_nav (owner: Ida)
3. Investigate the memory leak in the worker, high priority (owner: Jens, due: 2026-11-20)`,
    work: [
      ['Hao', /README/i, '2026-11-23'],
      ['Ida', /new_nav/i],
      ['Jens', /memory leak/i, '2026-11-20', 'high'],
    ],
  },
  {
    text: `Bob will write the integration tests for checkout. Ann will review them before the release.`,
    work: [
      ['Bob', /Write the integration tests/i],
      ['Ann', /Review/i],
    ],
  },
  {
    text: `1
00:00:03,000 --> 00:00:06,500
LAURA: The GDPR export is due at the end of the month.

2
00:00:06,900 --> 00:00:09,100
MATT: I'll build it. No problem.

3
00:00:09,500 --> 00:00:12,000
LAURA: And we decided to send it by mail link, not as an attachment.`,
    decided: [/mail link/i],
    work: [['MATT', /GDPR export/i, '2026-11-30']],
  },
  {
    text: `10:02:11 From Ann Lee to Everyone: can everyone hear me?
10:02:40 From Bob Stone to Everyone: yes
10:05:02 From Ann Lee to Everyone: ok so API keys expire after 90 days, final
10:05:20 From Bob Stone to Everyone: 👍 I'll update api/keys.rb tomorrow`,
    decided: [/API keys/i],
    work: [['Bob Stone', /keys\.rb/i, '2026-11-19']],
  },
  {
    text: `Chris: We need load tests, this is really urgent.
Dana: Agreed, but who?
Chris: Not me.
Dana: Me neither. Let's write it down as open.`,
    work: [['', /load tests/i, undefined, 'high']],
  },
  {
    text: `- [x] Bob: fix broken links in the handbook
- [ ] Ann: add dark mode screenshots to docs/themes.md
- [ ] Carl: check contrast of the buttons (when you have time)`,
    work: [
      ['Ann', /dark mode/i],
      ['Carl', /contrast/i, undefined, 'low'],
    ],
  },
  {
    text: `lead: decision, we freeze features on 2026-12-01
dev1: ok
dev2: ok, then I'll get the tagging feature in by friday
lead: 👍`,
    decided: [/freeze features/i],
    work: [['dev2', /tagging feature/i, '2026-11-20']],
  },
  {
    text: `Ann: I was going to rewrite the scheduler, but forget it, the library does it already.
Bob: Good. So we use the library.
Ann: Yes. We use APScheduler and delete our own code in jobs/scheduler.py.
Bob: I'll delete it when the next version is out.`,
    decided: [/APScheduler/i],
    work: [['Bob', /Delete/i]],
  },
  {
    text: `Manager: Thanks for joining. Theo, please send me the incident timeline by tomorrow, it's important.
Theo: Will do.
Manager: Also, Ursula, when you have time, clean up the dashboards.
Ursula: Okay.`,
    work: [
      ['Theo', /incident timeline/i, '2026-11-19', 'high'],
      ['Ursula', /dashboards/i, undefined, 'low'],
    ],
  },
  {
    text: `Speaker 2: Then we all agree that the search index gets rebuilt nightly.
Speaker 3: Yes.
Speaker 1: Yes. I'll schedule the job in infra/cron.yaml.
Speaker 3: And I'll watch the first run tomorrow.`,
    decided: [/rebuilt nightly/i],
    work: [
      ['Speaker 1', /infra\/cron/i],
      ['Speaker 3', /first run/i, '2026-11-19'],
    ],
  },
  {
    text: `ann: gRPC or REST between the two services?
bob: grpc
ann: fine, grpc
bob: i'll write proto/orders.proto by eow
ann: and i do the client, not before next tuesday tho
bob: tuesday's fine`,
    decided: [/grpc/i],
    work: [
      ['bob', /orders\.proto/i, '2026-11-20'],
      ['ann', /client/i, '2026-11-24'],
    ],
  },
  {
    text: `## Decisions
None today.

## Actions
- @karl reproduce the crash from issue 431 by Thursday, high priority
- @lena ask the reporter for logs`,
    work: [
      ['karl', /crash/i, '2026-11-19', 'high'],
      ['lena', /logs/i],
    ],
  },
];
