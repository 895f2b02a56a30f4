import { z } from 'zod';
import {
  flag,
  identifier,
  labels,
  limits,
  line,
  opaque,
  page,
  text,
  timestamp,
  wholeNumber,
} from '../contract/fields.ts';
import { operation } from '../contract/operation.ts';
import { aboutReading, meetingReading, partOfReading } from './reading.ts';
import { meeting, meetingStatus, outcome } from './results.ts';
import { reviewOperations } from './review.ts';

const summary = z.object({
  id: z.string(),
  title: z.string(),
  status: meetingStatus,
  participants: z.array(z.string()),
  /** The day of the meeting; left out in meetings of versions that did not keep it. */
  date: z.iso.date().optional(),
  decisions_count: z.number().int(),
  work_packages_count: z.number().int(),
  /** How many of its results nobody has confirmed or dropped. */
  unreviewed_count: z.number().int().optional(),
  /** How many suggestions wait for somebody to confirm them (MTG-12). */
  suggestions_count: z.number().int().optional(),
  created_at: timestamp,
});

const title = line(limits.title);
/** The day of the meeting, `YYYY-MM-DD`, from which its deadlines count (MTG-5). Default: today in UTC. */
const date = z.iso.date().optional();
const participants = labels(limits.participants, limits.name).default([]);

export const meetingOperations = {
  ingestMeeting: operation({
    method: 'POST',
    path: '/meetings/ingest',
    access: 'member',
    bodyBytes: limits.transcriptBytes,
    input: z.object({
      workspace_id: identifier,
      title,
      transcript: text(limits.transcript).trim().min(1),
      participants,
      date,
      reading: meetingReading
        .optional()
        .describe('What was found in it already; then it is not read again'),
      ...aboutReading,
    }),
    output: outcome,
    status: 201,
    summary: 'Turn a transcript into decisions, action items and work packages',
  }),
  startMeeting: operation({
    method: 'POST',
    path: '/meetings/start',
    access: 'member',
    input: z.object({ workspace_id: identifier, title, participants, date }),
    output: z.object({
      id: z.string(),
      status: meetingStatus,
      /** Where to send the audio; the key goes along as `transcribe` says. */
      ws_url: z.string(),
    }),
    status: 201,
    summary: 'Begin a meeting that is transcribed while it goes on',
  }),
  recentMeetings: operation({
    method: 'GET',
    path: '/meetings/recent',
    access: 'member',
    input: z.object({
      workspace_id: identifier,
      limit: wholeNumber(1, limits.pageMax).default(limits.meetingsDefault),
      before: page.before,
    }),
    output: z.array(summary),
    summary: 'The meetings, newest first',
  }),
  getMeeting: operation({
    method: 'GET',
    path: '/meetings/:meeting_id',
    access: 'user',
    input: z.object({
      meeting_id: identifier,
      brief: flag.optional().describe('Without the words: `transcript` is empty'),
    }),
    output: meeting,
    summary: 'One meeting with its transcript and what came of it',
  }),
  submitReading: operation({
    method: 'POST',
    path: '/meetings/:meeting_id/reading',
    access: 'user',
    tool: 'submit_reading',
    input: z.object({
      meeting_id: identifier,
      ...meetingReading.shape,
      ...aboutReading,
    }),
    output: outcome,
    toolHides: Object.keys(partOfReading),
    summary: 'Hand in what you found in the transcript of a meeting, for people to review',
  }),
  ...reviewOperations,
  transcribe: operation({
    method: 'GET',
    path: '/ws/transcribe',
    access: 'member',
    delivery: 'websocket',
    input: z.object({
      meeting_id: identifier,
      workspace_id: identifier,
      /** The API key, for clients that cannot set a header. It is also taken as the second offered protocol. */
      api_key: opaque(limits.token).optional(),
    }),
    output: z.object({ type: z.enum(['transcript_chunk', 'kept', 'complete', 'error']) }),
    summary: 'The audio of a meeting in, its text out (WebSocket)',
  }),
};

/** MTG-24: what its sender calls a piece; under a name of its own it is written down once, and answered with `kept`. */
export const pieceId = opaque(limits.name).min(1);

/** What a client says in words; audio comes as binary messages. */
export const transcribeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop') }),
  /** From a client that recognises speech itself. */
  z.object({
    type: z.literal('text'),
    text: text(limits.text).trim().min(1),
    speaker: line(limits.name).optional(),
    id: pieceId.optional(),
  }),
  /** MTG-24: names the audio that follows. */
  z.object({ type: z.literal('piece'), id: pieceId }),
]);

export type TranscribeMessage = z.output<typeof transcribeMessage>;
