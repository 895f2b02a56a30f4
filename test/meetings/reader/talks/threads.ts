import type { Talk } from './talk.ts';

/** Threads, chats and captions as they are pasted, of 180 to 290 words. */
export const threads: readonly Talk[] = [
  {
    text: `#inc-payments-followup

Marta Kowal  10:02 AM
ok so recap for those who joined late: checkout was returning 502s from 02:14 to 02:51 last night, pgbouncer ran out of server connections

Deepak  10:03 AM
yeah I bumped default_pool_size to 80 at 02:49 and it recovered within a minute or two

Marta Kowal  10:04 AM
right. question is do we keep 80? the primary only has max_connections 300 and there are 4 bouncers

Deepak  10:04 AM
80*4 = 320 so no, we'd blow past it if all of them fill up

Lena Fischer  10:05 AM
what about 60 per bouncer and moving the reporting jobs to the replica

Deepak  10:06 AM
works for me

Marta Kowal  10:06 AM
:+1: same. so 60 per bouncer, reporting goes to the replica

Lena Fischer  10:07 AM
I can do the reporting move, should be done by Friday

Deepak  10:08 AM
and I'll lower the pool size right after this

Marta Kowal  10:09 AM
could also just buy a bigger instance?

Deepak  10:09 AM
nah. costs double and hides the problem

Marta Kowal  10:10 AM
fair, forget it. @Deepak can you also add an alert on cl_waiting > 20? before the weekend pls

Deepak  10:11 AM
sure thing

Lena Fischer  10:12 AM
do we know why the deploy at 02:10 doubled the connection count?

Marta Kowal  10:12 AM
no idea yet, nobody has looked`,
    decided: [/60 per bouncer, reporting goes/i],
    work: [
      ['Lena Fischer', /Do the reporting move, should/i, '2026-11-20'],
      ['Deepak', /Lower the pool size right/i, '2026-11-18'],
      ['Deepak', /Add an alert on cl_waiting/i, '2026-11-20'],
    ],
  },
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
    text: `Zed: so the patch. are we still shipping 1.4 tomorrow
Ana: cert failed on switch again, same crash on resume
Zed: ugh
Ana: its the audio thread, it touches a freed bank after sleep
Koji: i found it this morning, fix is in review, PR 2211
Zed: nice!! so then do we hold all platforms or only switch
Ana: i'd say ship pc and xbox tomorrow and switch whenever cert passes
Koji: that splits crossplay tho. 1.3 and 1.4 can't be in same lobby
Zed: oh right. yeah no. then hold everything until switch is through
Ana: ok makes sense, hold everything
Koji: ok
Zed: @Koji resubmit to nintendo once PR 2211 is merged?
Koji: yep will do it today
Ana: ill tell community that 1.4 slips, dont want another reddit thread lol
Zed: pls. also the winter event, should the double xp weekend be dec 5 or dec 12
Ana: 12 clashes with the awards
Zed: then dec 5. done
Koji: somebody should also update the credits, we missed two contractors
Zed: true
Ana: my job last time was terrible so not me haha`,
    decided: [/Hold everything until switch is/i, /Dec 5/i],
    work: [
      ['Koji', /Resubmit to nintendo once PR/i, '2026-11-18', 'high'],
      ['Ana', /Tell community that 1\.4 slips/i],
    ],
  },
  {
    text: `[11/18/2026 9:31 AM] Oskar Lindqvist
Morning. Topic 1: watchdog timeout on the gateway. Field units reboot every couple of days.

[11/18/2026 9:32 AM] Fatima Zahra
It's the LTE modem init, it can take 40 s on bad coverage and the watchdog is 30 s.

[11/18/2026 9:33 AM] Oskar Lindqvist
So raise it to 120?

[11/18/2026 9:33 AM] Fatima Zahra
I wouldn't. Then a real hang takes two minutes to recover and customers notice. Better to kick the dog from the modem init loop.

[11/18/2026 9:34 AM] Wim de Boer
Second that.

[11/18/2026 9:34 AM] Oskar Lindqvist
Okay, you convinced me. Timeout stays at 30 s and we kick from the init loop.

[11/18/2026 9:35 AM] Fatima Zahra
I'll prepare a patch today and flash it on the three units in the lab.

[11/18/2026 9:36 AM] Wim de Boer
I have two more units at home, I can let them run over the weekend if you send me the binary.

[11/18/2026 9:36 AM] Fatima Zahra
Will do 👍

[11/18/2026 9:38 AM] Oskar Lindqvist
Topic 2: the bootloader signature. Wim, did the HSM arrive?

[11/18/2026 9:39 AM] Wim de Boer
It arrived on Monday. Not unpacked yet. I'd need somebody from IT to open the firewall before I can do anything.

[11/18/2026 9:40 AM] Oskar Lindqvist
I'll chase IT. Assuming that's open tomorrow, when could we have signed images?

[11/18/2026 9:41 AM] Wim de Boer
Middle of December, I'd say.

[11/18/2026 9:42 AM] Oskar Lindqvist
Good enough. And do we ship the December release unsigned then? Not sure, I have to check the contract first.`,
    decided: [/Kick the dog from the/i, /Timeout stays at 30 s/i],
    work: [
      ['Fatima Zahra', /Prepare a patch today and/i, '2026-11-18', 'high'],
      ['Wim de Boer', /Let them run over the/i, '2026-11-22'],
      ['Oskar Lindqvist', /Chase IT/i],
      ['Oskar Lindqvist', /Check the contract first/i],
    ],
  },
  {
    text: `Paweł: Hello all, today we must speak about the pipeline which makes the revenue report.
Chen: Yes. It is failing again the third time in this month.
Paweł: The reason is the source changes schema without telling us.
Chen: I am thinking we can put a schema check before the load. When it does not match we stop and we keep the data from yesterday.
Giulia: For me is good. Better old data than wrong data.
Paweł: I also am agree. So we do the check of schema before load.
Chen: I make it until Monday.
Giulia: And who informs the finance people?
Paweł: I will do it. I write them a mail today after lunch.
Giulia: Thank you. Other thing, Airflow 3. We wanted to migrate in November, no?
Chen: In November is not possible anymore. We have the closing of year.
Paweł: True. Then we move it to February.
Giulia: Ok for February.
Chen: Maybe in February we could also change to Dagster instead.
Paweł: No no, please not again this discussion. We stay with Airflow.
Chen: Ok ok, was only an idea.
Paweł: Giulia, can you please prepare the list of DAGs which we don't need more?
Giulia: Yes, I can. Until when do you need?
Paweł: Until end of month is enough.
Giulia: Good.
Chen: I have still one question, the access for the new trainee, who gives it?
Paweł: I don't know, normally was Henrik but he left.`,
    decided: [/We do the check of/i, /We move it to February/i, /We stay with Airflow/i],
    work: [
      ['Chen', /Make it until Monday \(We/i, '2026-11-23'],
      ['Paweł', /Inform the finance people/i, '2026-11-18', 'high'],
      ['Giulia', /Prepare the list of DAGs/i, '2026-11-30'],
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
    text: `*#mobile-release* – thread

*Sanne* [09:15]
Play Console rejected build 5.8.0 (2231) – background location policy

*Teo* [09:17]
:facepalm: we removed that permission in 5.7

*Sanne* [09:18]
the geofence SDK pulls it in again via manifest merge

*Teo* [09:20]
ah. \`tools:node="remove"\` in the manifest then?

*Sanne* [09:21]
would work but then geofencing silently breaks for ~3k users

*Ayo* [09:24]
3k of 2.1M. I vote remove it and show those users a banner
:+1: 2

*Sanne* [09:25]
ok going with that

*Teo* [09:26]
I'll do the manifest + banner, PR by 2pm

*Ayo* [09:27]
copy for the banner comes from me, give me 20 min

*Sanne* [09:28]
ty both. I'll resubmit this evening once it's merged

*Teo* [09:30]
separate thing: should we raise minSdk to 28? api 26/27 is 0.8%

*Ayo* [09:31]
I'd love to but the warehouse scanners run 8.1, so no

*Teo* [09:31]
damn, ok

*Sanne* [09:33]
@Ayo could you find out from the warehouse folks when they replace those scanners?

*Ayo* [09:34]
yeah I'll ask Bart next time I'm there, prob Monday

*Sanne* [09:40]
also fyi Google extended the target API deadline to March 31`,
    decided: [/Remove it and show those/i],
    work: [
      ['Teo', /Do the manifest \+ banner/i, '2026-11-18'],
      ['Ayo', /Copy for the banner comes/i],
      ['Sanne', /Resubmit this evening once it's/i, '2026-11-18'],
      ['Ayo', /Find out from the warehouse/i, '2026-11-23'],
      ['Ayo', /Ask Bart next time I'm/i, '2026-11-23'],
    ],
  },
  {
    text: `Katya: Pricing page. We have the A/B results: variant B has +4% signups but -2% paid conversion.
Miguel: So it's a wash.
Katya: Basically. My gut says keep A.
Miguel: Mine too. B looks cluttered.
Joel: Hold on, B is much better on mobile. What if we show B on mobile only?
Katya: Hmm, that's two pages to maintain.
Joel: It's one flag.
Miguel: I'd be OK with a flag.
Katya: Alright, you win. B on mobile, A everywhere else.
Joel: Yay. I'll flip the flag this afternoon.
Katya: Annual plan discount next. Currently 15%. Sales wants 25.
Miguel: 25 kills the margin.
Joel: 20?
Katya: 20 I could defend in front of Lars.
Miguel: Okay, 20.
Katya: Good, so I present 20 to Lars tomorrow, he has to sign it off.
Joel: When would it go live?
Katya: If he says yes, first of December.
Miguel: I'd need to change the Stripe prices then. That takes me half a day, so tell me by the 27th.
Katya: Will do.
Joel: What happens with the existing annual customers, do they get the new price on renewal?
Miguel: Uh. Nobody thought about that.
Katya: Good point. Joel, could you pull how many renew in December?
Joel: On it. You'll have the number before lunch.
Katya: And the student plan is dead, right?
Miguel: We killed it in September, yes.`,
    decided: [/B on mobile, A everywhere/i, /20 I could defend in/i],
    work: [
      ['Joel', /Flip the flag this afternoon/i, '2026-11-18'],
      ['Katya', /Present 20 to Lars tomorrow/i, '2026-11-19'],
      ['Katya', /That takes me half a/i, '2026-11-27'],
      ['Joel', /Pull how many renew in/i, '2026-11-18'],
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
