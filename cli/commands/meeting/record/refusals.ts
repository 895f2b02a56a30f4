import { refuse, type Refusal } from '../../../../shared/kernel/refusal.ts';

export const noSpeechModel = refuse(
  'Unavailable',
  'This relay has no speech model, so it cannot write down what is said. Whoever runs it names one in COORD_SPEECH_COMMAND, or in COORD_SPEECH_URL and COORD_SPEECH_MODEL. A transcript is taken all the same: coord meeting ingest FILE --title TITLE',
);
/** MTG-25: where the meeting is, and a sentence on what did not reach it. */
export function elsewhere(
  { id, relay }: { readonly id: string; readonly relay: string | undefined },
  notSent: string,
): Refusal {
  const [where, how] =
    relay === undefined
      ? ['the relay within the daemon', 'coord daemon']
      : [relay, `coord login --relay ${relay}`];
  return refuse(
    'Unavailable',
    `The meeting ${id} is at ${where}, and this machine has gone over to another relay, so the recording ends: nothing of it was sent there.${notSent} Come back with ${how}, then: coord meeting record --meeting ${id}`,
  );
}

export const over = refuse(
  'Conflict',
  'This meeting is over: nothing more is taken. Start a new one with --title.',
);
