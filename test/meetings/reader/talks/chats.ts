import type { Talk } from './talk.ts';

/** Chats as they are pasted, each line with a name, of 180 to 290 words. */
export const chats: readonly Talk[] = [
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
];
