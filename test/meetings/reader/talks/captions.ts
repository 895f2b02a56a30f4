import type { Talk } from './talk.ts';

/** Captions and minutes with times as they are pasted, of 180 to 290 words. */
export const captions: readonly Talk[] = [
  {
    text: `WEBVTT

1
00:00:03.120 --> 00:00:07.480
Priya Nair: Okay, uh, let's get going. So the sprint goal is the offline mode for the iOS app.

2
00:00:07.900 --> 00:00:13.010
Tom Becker: Yeah. So the big question for me is Core Data versus SQLite with GRDB.

3
00:00:13.200 --> 00:00:19.750
Tom Becker: I've, um, I've used both and I'd really go with GRDB because migrations are so much less painful.

4
00:00:20.000 --> 00:00:24.100
Yuki Tanaka: I have nothing against GRDB. We had it at my last company and it was fine.

5
00:00:24.300 --> 00:00:27.900
Priya Nair: Alright, GRDB then. Let's not spend more time on it.

6
00:00:28.400 --> 00:00:33.600
Tom Becker: Cool. I'll write up the schema and put it in the wiki by tomorrow evening.

7
00:00:34.000 --> 00:00:40.200
Priya Nair: Perfect. Yuki, would you take the sync queue? Like the retry part with the backoff.

8
00:00:40.500 --> 00:00:44.000
Yuki Tanaka: Mm-hm, yes. I think I'd have it by Wednesday next week.

9
00:00:44.300 --> 00:00:50.900
Tom Becker: What about conflict resolution? If two devices edit the same note, do we merge or does the last write win?

10
00:00:51.100 --> 00:00:56.700
Priya Nair: Good question. I don't think we can answer that without design. Let's park it until Sofia is back.

11
00:00:57.000 --> 00:01:02.300
Yuki Tanaka: If we went with CRDTs we'd need to rewrite the whole editor, just saying.

12
00:01:02.500 --> 00:01:06.000
Priya Nair: Yeah, we're not doing CRDTs this quarter, that's for sure.

13
00:01:06.400 --> 00:01:11.800
Tom Becker: And the old cache folder, should I delete that on upgrade? I mean, nobody reads it anymore.

14
00:01:12.000 --> 00:01:14.500
Priya Nair: Please do, yeah.`,
    decided: [/GRDB \(The big question for/i, /We're not doing CRDTs this/i],
    work: [
      ['Tom Becker', /Write up the schema and/i, '2026-11-19'],
      ['Yuki Tanaka', /Take the sync queue/i, '2026-11-25'],
      ['Tom Becker', /Delete that on upgrade \(the/i],
    ],
  },
  {
    text: `Debrief: Senior SRE, candidate K.

[00:12] Bettina: Alright, so, four interviews done. Let's go round. Samir?
[00:17] Samir: System design was strong. She built something similar at Zalando, and it showed. I'm a yes.
[00:25] Oluwaseun: Coding was okay-ish. She needed a hint for the ring buffer. But I'm leaning yes.
[00:33] Bettina: Culture was great in my view. Kathrin?
[00:37] Kathrin: I'm a no, to be honest. She was quite dismissive when I asked about incident reviews.
[00:46] Samir: Hm. Could that be nerves?
[00:49] Kathrin: Could be. I wouldn't block it if everybody else is convinced.
[00:56] Bettina: What if we do one more conversation, you and her, thirty minutes, only about incident culture?
[01:04] Kathrin: I could live with that.
[01:07] Samir: Sounds reasonable.
[01:10] Bettina: Okay, then we do that before making an offer. Kathrin, can you find a slot this week?
[01:17] Kathrin: Friday morning works for me, I'll send her an invite right away.
[01:23] Oluwaseun: And the salary? She asked for 95.
[01:27] Bettina: Our band ends at 92. I'd go up to 92 and not higher.
[01:34] Oluwaseun: Would she accept that?
[01:37] Bettina: We'll see. I will ask HR whether a signing bonus is possible.
[01:44] Samir: And the other candidate, the guy from Porto?
[01:48] Bettina: We rejected him on Monday. Oh, and Samir, please write down your feedback in Greenhouse, today if you can. Yours is the only one missing.
[01:59] Samir: Oops, yes, I'll do it right after lunch.`,
    decided: [/one more conversation/i],
    work: [
      ['Kathrin', /Find a slot this week/i, '2026-11-20'],
      ['Kathrin', /Send her an invite right/i, '2026-11-18', 'high'],
      ['Bettina', /Ask HR whether a signing/i],
      ['Samir', /Write down your feedback in/i, '2026-11-18', 'high'],
    ],
  },
  {
    text: `WEBVTT

NOTE Confidence: 0.87

00:00:05.000 --> 00:00:11.000
<v Nadia Petrova>So I shared the doc yesterday. The proposal is to split the monolith's billing part into its own service.</v>

00:00:11.500 --> 00:00:19.000
<v Kofi Mensah>I read it. I'm not convinced. We're five people, we'd spend half of our time on plumbing between the two.</v>

00:00:19.200 --> 00:00:25.000
<v Eleanor Shaw>I agree with Kofi. A module with a clear interface gives us ninety percent of the benefit.</v>

00:00:25.400 --> 00:00:31.000
<v Nadia Petrova>Okay. I can see that. So a separate module, not a service, for now.</v>

00:00:31.300 --> 00:00:33.000
<v Kofi Mensah>Yes, that I can support.</v>

00:00:33.100 --> 00:00:34.500
<v Eleanor Shaw>Great.</v>

00:00:35.000 --> 00:00:42.000
<v Nadia Petrova>Then I'll rework the doc and send it around again on Friday.</v>

00:00:42.500 --> 00:00:50.000
<v Kofi Mensah>One more thing. The invoices table has 90 million rows. Are we going to partition it by month or by tenant?</v>

00:00:50.400 --> 00:00:57.000
<v Eleanor Shaw>By tenant would be terrible for the monthly close. By month.</v>

00:00:57.200 --> 00:01:00.000
<v Nadia Petrova>By month, yeah, I think so too.</v>

00:01:00.500 --> 00:01:07.000
<v Kofi Mensah>Fine. I'd need a staging copy to try it though. Eleanor, could you restore one for me?</v>

00:01:07.300 --> 00:01:12.000
<v Eleanor Shaw>I can't this week, I'm on call. Ask Bruno, he did it the last time.</v>

00:01:12.300 --> 00:01:14.000
<v Kofi Mensah>Okay, I'll ping him.</v>

00:01:14.500 --> 00:01:21.000
<v Nadia Petrova>And we used to round half up in the old code, do we keep that? Eleanor, would you check what the tax office says?</v>

00:01:21.300 --> 00:01:25.000
<v Eleanor Shaw>Sure, I'll check by the end of the month.</v>`,
    decided: [/A separate module, not a/i, /By month \(Partition it by/i],
    work: [
      ['Nadia Petrova', /Rework the doc and send/i, '2026-11-20'],
      ['Kofi Mensah', /Ping him/i],
      ['Eleanor Shaw', /Check what the tax office/i, '2026-11-30'],
    ],
  },
  {
    text: `(15:02) Incident commander – Zoe: Okay, we're on the bridge. Who's here?
(15:02) Raj: Raj from networking.
(15:02) Elif: Elif, storage.
(15:03) Zoe: Status: uploads in eu-west fail with 503 since 14:48. Raj, what do you see?
(15:03) Raj: Load balancer is healthy. I see resets coming from the object gateway.
(15:04) Elif: Gateway pods are OOMing. We rolled out 3.9 at 14:45, so probably that.
(15:04) Zoe: Can we roll back?
(15:04) Elif: We can, but the index format changed. We'd lose the uploads of the last twenty minutes.
(15:05) Raj: What if you double the memory instead?
(15:05) Elif: That could work. The nodes have headroom.
(15:06) Zoe: Okay. No rollback. Double the memory.
(15:06) Elif: Applying it now.
(15:09) Elif: Pods are stable. Error rate is going down.
(15:10) Zoe: Great. Let's keep 3.9 and watch for thirty minutes. I'll update the status page.
(15:11) Raj: Should I still reroute to eu-central?
(15:11) Zoe: Not needed any more.
(15:40) Zoe: All green. I'm closing the incident. Elif, please write the postmortem, due on Monday.
(15:41) Elif: Can Tuesday work? Monday I'm travelling.
(15:41) Zoe: Tuesday it is. And one lesson I'd like to fix right away: index format changes never go out without a canary again.
(15:42) Elif: Agreed.
(15:42) Raj: Agreed. I'll put that in the rollout checklist tomorrow morning.
(15:43) Zoe: Thanks everyone.`,
    decided: [/No rollback \(You double the/i, /One lesson I'd like to/i],
    work: [
      ['Zoe', /Update the status page/i],
      ['Elif', /Write the postmortem, due on/i, '2026-11-24'],
      ['Raj', /Put that in the rollout/i, '2026-11-19', 'high'],
    ],
  },
];
