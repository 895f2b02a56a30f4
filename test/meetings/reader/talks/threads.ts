import type { Talk } from './talk.ts';

/** Threads of messages as they are pasted, each with its time, of 180 to 290 words. */
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
];
