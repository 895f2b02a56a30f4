import type { MeetingReading } from '../../../../shared/meetings/reading.ts';
import type { PersonName } from '../team/people.ts';
import { design, planning } from './meetings-earlier.ts';

export interface ToldMeeting {
  /** Counts from today. */
  readonly day: number;
  /** Of today's work; for meetings of today. */
  readonly minute?: number;
  readonly who: PersonName;
  readonly title: string;
  readonly participants: readonly string[];
  readonly transcript: string;
  /** So many of its results were looked at by a person; those with the words were dropped. */
  readonly confirmed: number;
  readonly dropped?: string;
  /** What an agent found in it; otherwise the relay reads it. */
  readonly reading?: MeetingReading;
}

const carriers: ToldMeeting = {
  day: -1,
  who: 'samuel',
  title: 'Carriers and hazardous goods',
  participants: ['Samuel Osei', 'Priya Nair', 'Maren Holt'],
  confirmed: 3,
  transcript: `Samuel Osei: The second carrier is signed. We can buy labels from Monday on.
Maren Holt: Good. How much do we save?
Samuel Osei: About eleven percent on parcels, nothing on freight.
Priya Nair: Is the new one slower?
Samuel Osei: By a day in the north. I would take the cheaper one unless it is more than a day slower.
Maren Holt: Fine. Where is that?
Samuel Osei: Mostly in carriers.ts.
Maren Holt: We agreed to take the cheaper carrier in src/shipping/carriers.ts unless it is more than a day slower.
Priya Nair: One more thing. A parcel with flares was refused at the airport on Tuesday.
Samuel Osei: Yes, that was urgent. We had no check at all. Batteries and resin are the same problem.
Maren Holt: We will never send flares, batteries or resin by air, with a check in src/shipping/hazardous.ts.
Samuel Osei: I'll add the check for air freight by tomorrow, it is urgent.
Priya Nair: I'll mark the parts in the supplier feed, in src/suppliers/mapping.ts.
Maren Holt: And labels of cancelled orders? Last month we paid for sixty of them.
Samuel Osei: We should void labels within 24 hours in src/shipping/labels.ts, since the carrier refunds them then.
Maren Holt: Samuel, please ask the carrier for the refunds of last month.
Samuel Osei: Will do.`,
  reading: {
    decisions: [
      {
        title: 'Take the cheaper carrier unless it is more than a day slower',
        rationale: 'Eleven percent cheaper on parcels, and a day slower in the north alone.',
        type: 'tradeoff',
        affected_files: ['src/shipping/carriers.ts'],
        affected_areas: ['shipping', 'costs'],
        sentence:
          'We agreed to take the cheaper carrier in src/shipping/carriers.ts unless it is more than a day slower.',
      },
      {
        title: 'Never send flares, batteries or resin by air',
        rationale: 'A parcel with flares was refused at the airport.',
        type: 'rejection',
        affected_files: ['src/shipping/hazardous.ts'],
        affected_areas: ['shipping', 'safety'],
        sentence:
          'We will never send flares, batteries or resin by air, with a check in src/shipping/hazardous.ts.',
      },
    ],
    action_items: [
      {
        action: 'Add the check for air freight',
        assignee: 'Samuel Osei',
        priority: 'high',
        files: ['src/shipping/hazardous.ts'],
        sentence: "I'll add the check for air freight by tomorrow, it is urgent.",
      },
      {
        action: 'Mark the hazardous parts in the supplier feed',
        assignee: 'Priya Nair',
        priority: 'medium',
        files: ['src/suppliers/mapping.ts'],
        sentence: "I'll mark the parts in the supplier feed, in src/suppliers/mapping.ts.",
      },
      {
        action: 'Ask the carrier for the refunds of last month',
        assignee: 'Samuel Osei',
        priority: 'low',
        sentence: 'Samuel, please ask the carrier for the refunds of last month.',
      },
    ],
  },
};

const standup: ToldMeeting = {
  day: 0,
  minute: 78,
  who: 'tomas',
  title: 'Checkout: what is left before the release',
  participants: ['Tomás Reyes', 'Maren Holt', 'Priya Nair', 'Aiko Tanaka'],
  confirmed: 1,
  transcript: `Tomás Reyes: Checkout. Placing an order twice with one key works, I merged the table this morning.
Priya Nair: What does the second call get?
Tomás Reyes: The first answer. With another body it is refused.
Maren Holt: And the payment? If the gateway hangs?
Tomás Reyes: That is the open part. Retrying everything is wrong, a declined card stays declined.
Maren Holt: OK. Let's stick with three attempts in src/payments/retry.ts, and only for errors that the gateway calls retryable.
Tomás Reyes: Fine. I'll write the policy in src/payments/retry.ts today.
Aiko Tanaka: What does the customer see? A spinner for forty seconds is too long.
Tomás Reyes: We should show the second attempt on the page, in web/checkout/PaymentForm.tsx.
Aiko Tanaka: I can draft the text by tomorrow.
Priya Nair: The hold has to live that long. Twenty minutes plus the retries at the bank.
Maren Holt: How long do banks take?
Priya Nair: Six minutes at most, I looked it up.
Maren Holt: OK, we agreed to extend a hold once, by ten minutes, at the payment step in src/inventory/hold.ts.
Priya Nair: I'll do that after the split.
Tomás Reyes: Should we keep the keys forever?
Maren Holt: Not sure. A day?
Tomás Reyes: We will keep idempotency keys for 24 hours in src/checkout/idempotency.ts.
Maren Holt: Good. Tomás will tell support about the release date by Friday.`,
};

export const meetings: readonly ToldMeeting[] = [planning, design, carriers, standup];
