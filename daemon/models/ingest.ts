import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Client } from '../../shared/api/client.ts';
import type { Input, Output } from '../../shared/api/operations.ts';
import { limits } from '../../shared/contract/limits.ts';
import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { FoundReading } from '../../shared/models/reading-in.ts';
import { readByModel } from '../../shared/models/read-transcript.ts';
import { redactField } from '../../shared/redaction/redact-input.ts';
import { redactInSteps } from '../../shared/redaction/redact.ts';
import type { Forward, InterceptorContext } from '../interceptors/interceptor.ts';

/** MTG-14: a transcript is read by the model of this machine where the relay has none, and handed in with what it found. */
export async function ingestMeeting(
  { localModel, client, clock }: InterceptorContext,
  input: Input<'ingestMeeting'>,
  forward: Forward<'ingestMeeting'>,
): Promise<Output<'ingestMeeting'> | Refusal> {
  const relay = client();
  if (relay === undefined || !localModel.isOn || input.reading !== undefined) return forward(input);
  // RED-1: a model is not shown what the relay would not keep.
  const redacted = await redactInSteps(input.transcript, nextTurn);
  const transcript = redactField(input.transcript, limits.transcript, () => redacted).text;
  const asked = { ...input, transcript };
  const model = await localModel.inPlaceOfRelays(relay, input.workspace_id);
  if (model === undefined || (await isKnown(relay, asked, clock.now()))) return forward(input);
  const today = input.date ?? new Date(clock.now()).toISOString().slice(0, 10);
  const { reading, readTo, notices } = await readByModel(model, {
    transcript,
    today,
    onError: () => undefined,
  });
  if (reading === undefined) return forward({ ...input, notices: [...notices] });
  return forward({
    ...input,
    reading: handedIn(reading),
    read_to: readTo,
    read_by: `language model:${model.name}`,
    notices: [...notices],
  });
}

const sameForMs = 24 * 60 * 60_000;

/** MTG-10: the same transcript again asks no model. */
async function isKnown(
  relay: Client,
  { workspace_id, title, transcript, date }: Input<'ingestMeeting'>,
  nowMs: number,
): Promise<boolean> {
  const recent = await relay.call('recentMeetings', { workspace_id, limit: limits.pageMax });
  if (isRefusal(recent)) return false;
  const same = recent.filter(
    (one) =>
      one.title === title &&
      one.status === 'completed' &&
      (date === undefined || one.date === date) &&
      Date.parse(one.created_at) > nowMs - sameForMs,
  );
  for (const { id } of same) {
    const meeting = await relay.call('getMeeting', { meeting_id: id });
    if (!isRefusal(meeting) && meeting.transcript === transcript) return true;
  }
  return false;
}

/** As the relay takes it: what the model named no sentence for says its own words, which the relay looks for (MTG-7). */
export function handedIn({ decisions, action_items, work_packages }: FoundReading) {
  return {
    decisions: decisions.map((one) => ({ ...one, sentence: one.sentence ?? one.title })),
    action_items: action_items.map((one) => ({ ...one, sentence: one.sentence ?? one.action })),
    ...(work_packages && { work_packages: [...work_packages] }),
  };
}
