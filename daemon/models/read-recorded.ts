import { isRefusal } from '../../shared/kernel/refusal.ts';
import { builtInReader, readBy } from '../../shared/meetings/method.ts';
import { readByModel } from '../../shared/models/read-transcript.ts';
import type { InterceptorContext } from '../interceptors/interceptor.ts';
import type { Logger } from '../kernel/logger.ts';
import { handedIn } from './ingest.ts';

/** A meeting that was recorded. */
export interface RecordedMeeting {
  readonly workspaceId: string;
  readonly meetingId: string;
}

/**
 * MTG-14: a meeting that was stopped through this daemon is read by the model of this machine, and the reading is handed in
 * (MTG-15), where the relay has no model and nobody else has read it. What goes wrong is logged: the built-in reader's result stays.
 */
export async function readRecorded(
  { localModel, client, clock }: Pick<InterceptorContext, 'localModel' | 'client' | 'clock'>,
  logger: Logger,
  { workspaceId, meetingId }: RecordedMeeting,
): Promise<void> {
  const relay = client();
  const model = await localModel.inPlaceOfRelays(relay, workspaceId);
  if (relay === undefined || model === undefined) return;
  const meeting = await relay.call('getMeeting', { meeting_id: meetingId });
  if (isRefusal(meeting)) return logger.warn(meeting.message);
  const { status, method, transcript, date } = meeting;
  if (status !== 'completed' || readBy(method) !== builtInReader || transcript === '') return;
  const today = date ?? new Date(clock.now()).toISOString().slice(0, 10);
  const { reading, readTo, notices } = await readByModel(model, {
    transcript,
    today,
    onError: (error) => logger.warn(String(error)),
  });
  if (reading === undefined) return logger.warn(notices.join(' '));
  const answer = await relay.call('submitReading', {
    meeting_id: meetingId,
    ...handedIn(reading),
    read_to: readTo,
    read_by: `language model:${model.name}`,
    notices: [...notices],
  });
  if (isRefusal(answer)) logger.warn(answer.message);
}
