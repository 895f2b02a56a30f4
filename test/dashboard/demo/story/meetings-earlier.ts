import type { ToldMeeting } from './meetings.ts';

export const planning: ToldMeeting = {
  day: -9,
  who: 'maren',
  title: 'Planning: stock and search',
  participants: ['Maren Holt', 'Priya Nair', 'Jonas Lindqvist', 'Tomás Reyes'],
  confirmed: 99,
  transcript: `Maren Holt: Good morning. Two things today, the missed orders and the search. Priya, do you want to start?
Priya Nair: Sure. Last week we sold the last impeller twice. Both customers had paid before we noticed.
Tomás Reyes: Because the hold comes after the payment. By then it is too late.
Priya Nair: Right. I looked at three months, it happens about nine times a month, mostly for engine parts.
Maren Holt: What would it cost to hold earlier?
Priya Nair: A few holds that expire. Twenty minutes is enough, the median checkout takes six.
Maren Holt: We decided to hold stock from the first checkout step in src/inventory/hold.ts because customers must not pay for what is gone. Is that all?
Priya Nair: Yes, and a bit of src/checkout/checkout-session.ts for the release.
Tomás Reyes: I'll write the test for two customers and one part in src/checkout/checkout-session.ts by Thursday.
Maren Holt: Good. Jonas, the search.
Jonas Lindqvist: I tried the hosted service for a week. It is good, but every keystroke takes forty milliseconds more, and prices would live in two places.
Tomás Reyes: And the price?
Jonas Lindqvist: Four hundred a month. But that is not the point for me.
Maren Holt: We won't use a hosted search service, since our own index is fast enough.
Jonas Lindqvist: It is, with forty-eight thousand parts. I can show the numbers in src/search/search-index.ts.
Priya Nair: Could part numbers be exact? Mechanics complain about similar parts.
Jonas Lindqvist: Let's always answer an exact part number first, in src/search/parse-query.ts.
Maren Holt: Agreed. Anything else? No? Thanks everybody.`,
};

export const design: ToldMeeting = {
  day: -3,
  who: 'aiko',
  title: 'Design review: order list and dialogs',
  participants: ['Aiko Tanaka', 'Jonas Lindqvist', 'Samuel Osei'],
  confirmed: 99,
  dropped: 'FacetList.tsx',
  transcript: `Aiko Tanaka: I have two screens. First the order list on a phone. The price column is cut off, you have to scroll sideways.
Samuel Osei: Our drivers use it like that every day. They asked twice.
Aiko Tanaka: I tried cards. Each row becomes a card with the order number as its title.
Jonas Lindqvist: Does sorting still work? There is no header any more.
Aiko Tanaka: A small menu above the cards. We agreed to turn tables into cards under 640 pixels in web/components/Table.tsx so that nothing is cut off.
Samuel Osei: I like it.
Aiko Tanaka: Second, dialogs. Karin from support uses a screen reader. After closing a dialog she lands at the top of the page.
Jonas Lindqvist: We could remember what was focused.
Aiko Tanaka: Yes. Let's always return the focus to where the dialog was opened from, in web/components/Dialog.tsx.
Jonas Lindqvist: And if the element is gone?
Aiko Tanaka: Then the main heading.
Samuel Osei: Samuel will ask support for two people who can try it. No rush.
Aiko Tanaka: Jonas, can you check the facet list for the same problem by next Friday?
Jonas Lindqvist: I'll check web/components/FacetList.tsx as well.
Aiko Tanaka: Thanks. I will write the keyboard tests for Dialog by Wednesday.`,
};
