import { z } from 'zod';
import {
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
import { decisionType } from '../decisions/contract.ts';
import { workPackage } from '../work-packages/contract.ts';

export const meetingStatus = z.enum(['recording', 'processing', 'completed']);
export type MeetingStatus = z.output<typeof meetingStatus>;

/** A decision that a meeting made; it is a decision of the team like any other. */
export const meetingDecision = z.object({
  id: z.string(),
  title: z.string(),
  rationale: z.string(),
  type: decisionType,
  affected_files: z.array(z.string()),
  affected_areas: z.array(z.string()),
});

export const priority = z.enum(['high', 'medium', 'low']);

/** What somebody said they, or another, would do. */
export const actionItem = z.object({
  action: z.string(),
  /** A name as it was said; empty when nobody was named. */
  assignee: z.string(),
  priority,
  deadline: z.iso.date().optional(),
});

export type MeetingDecision = z.output<typeof meetingDecision>;
export type ActionItem = z.output<typeof actionItem>;

const outcome = z.object({
  id: z.string(),
  title: z.string(),
  status: meetingStatus,
  participants: z.array(z.string()),
  decisions: z.array(meetingDecision),
  action_items: z.array(actionItem),
  work_packages: z.array(workPackage),
  /** `phrases`: found by what people say when they decide; otherwise `language model:<name>`. */
  method: z.string(),
  created_at: timestamp,
});

export const meeting = outcome.extend({ transcript: z.string() });
export type MeetingRecord = z.output<typeof meeting>;

const summary = z.object({
  id: z.string(),
  title: z.string(),
  status: meetingStatus,
  participants: z.array(z.string()),
  decisions_count: z.number().int(),
  work_packages_count: z.number().int(),
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
    input: z.object({ meeting_id: identifier }),
    output: meeting,
    summary: 'One meeting with its transcript and what came of it',
  }),
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
    output: z.object({ type: z.enum(['transcript_chunk', 'complete', 'error']) }),
    summary: 'The audio of a meeting in, its text out (WebSocket)',
  }),
};

/** What a client says in words; audio comes as binary messages. */
export const transcribeMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('stop') }),
  /** From a client that recognises speech itself. */
  z.object({
    type: z.literal('text'),
    text: text(limits.text).trim().min(1),
    speaker: line(limits.name).optional(),
  }),
]);

export type TranscribeMessage = z.output<typeof transcribeMessage>;
