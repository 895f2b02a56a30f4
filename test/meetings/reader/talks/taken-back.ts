import type { Talk } from './talk.ts';

/** Talks in which somebody takes back what they or another one said. */
export const takenBack: readonly Talk[] = [
  {
    text: `Ann: Let's use Redis.
Bob: I don't agree.
Ann: Ok, no Redis then.`,
    mayDecide: /^no redis/i,
  },
  {
    text: `Bob: I'll drop the table.
Ann: Please don't.
Bob: Ok, then I won't.`,
  },
  {
    text: `Mia: We will cache the search results.
Jon: They change every second.
Mia: Right, forget it.`,
  },
  {
    text: `Mia: We will cache the search results.
Jon: Agreed.
Mia: I'll write the eviction by Friday.
Jon: Hm, the results change every second. Never mind the cache.
Mia: Fine, never mind.`,
  },
  {
    text: `Kay: I'll rename the column tonight.
Lee: The reports still read it.
Kay: Oh. I'll leave it then.`,
  },
  {
    text: `Olu: Let's move the docs to Notion.
Pia: Sure.
Olu: Actually, let us drop that. Nobody reads them there.
Pia: OK.`,
  },
  {
    text: `Sam: Tom, please delete the old branches.
Tom: Will do.
Sam: Wait, keep them. The release still needs two of them.
Tom: OK, I'll leave them alone.`,
  },
  {
    text: `Rae: We'll switch to Bun.
Sol: Our CI image doesn't have it.
Rae: Then we stay on Node.`,
    decided: [/stay on node/i],
  },
  {
    text: `Uma: I can rewrite the importer this week.
Val: Don't bother, it goes away in March.
Uma: OK, I won't bother.`,
  },
  {
    text: `Wes: So we go with gRPC.
Xia: Browsers can't speak it.
Wes: Fair enough, let's forget about gRPC.
Xia: REST it is.
Wes: REST.`,
    decided: [/REST/],
  },
  {
    text: `Ann: Bob, could you bump TypeScript?
Bob: Sure, I'll bump it today.
Ann: Never mind, Renovate has just done it.`,
  },
  {
    text: `Ann: We will charge per seat from now on.
Bob: Sales hates that.
Ann: Okay, scratch that.
Bob: Thanks.`,
  },
  {
    text: `dev1: i'll force push the fix
dev2: no don't
dev1: ok i won't`,
  },
  {
    text: `dev1: lets turn off the linter for tests
dev2: ok
dev1: hmm no, on second thought leave it on`,
    mayDecide: /leave it on/i,
  },
  {
    text: `Gus: I'm going to merge the payment branch now.
Hal: Hold off, QA isn't through.
Gus: Alright, I'll hold off.`,
  },
  {
    text: `Ivy: Let's send the newsletter every day.
Jan: Too often, people will unsubscribe.
Ivy: You're right, not every day.`,
    mayDecide: /not every day/i,
  },
  {
    text: `Ann: We agreed to use Kafka. Bob will set up the cluster by Monday.
Bob: I talked to ops, they won't run it.
Ann: Then Kafka is off the table. No cluster either.`,
    mayDecide: /kafka is off|no cluster/i,
  },
  {
    text: `Ken: I'll take the login bug.
Lou: I've already got that one.
Ken: Ah, all yours then.`,
  },
  {
    text: `Mo: We should store the sessions in a cookie.
Ned: Yes.
Mo: Hm, they get too big. Let's abandon the cookie idea.
Ned: Agreed.`,
    mayDecide: /abandon/i,
  },
  {
    text: `Pat: I'll write a script for the backfill by Friday.
Quy: We don't need it any more.
Pat: Good, one less thing to do.`,
  },
  {
    text: `Ann: I will add a retry to the uploader.
Bob: I will update the changelog.
Ann: Forget the retry, the SDK has one.`,
    work: [['Bob', /changelog/]],
  },
  {
    text: `Ann: Decision: we ship on Thursday.
Bob: The audit isn't done by then.
Ann: OK, we don't ship on Thursday.`,
    mayDecide: /don't ship/i,
  },
  {
    text: `Rob: We're going to adopt trunk-based development.
Sue: I don't want that without better tests.
Rob: Understood. We won't do it.`,
    mayDecide: /won't do it/i,
  },
  {
    text: `Ann: Let's rewrite it in Rust!
Bob: No.
Ann: OK, OK. No Rust.
Bob: I'll just fix the leak today.`,
    mayDecide: /no rust/i,
    work: [['Bob', /fix the leak/i, '2026-11-18']],
  },
  {
    text: `Tia: I'll open a ticket with the vendor.
Ugo: I did that yesterday.
Tia: Then I don't need to.`,
  },
  {
    text: `vera: lets drop IE11
wim: +1
xena: the bank still uses it..
vera: ugh right. ok we keep it till summer`,
    decided: [/keep it till summer/i],
  },
  {
    text: `Jutta: The translations are done, except French.
Kai: I'll ping the agency.
Jutta: Already did. They deliver next week.
Kai: Perfect.`,
  },
];
