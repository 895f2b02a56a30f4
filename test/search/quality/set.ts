import { commerce } from './fields/commerce.ts';
import { craft } from './fields/craft.ts';
import { devices } from './fields/devices.ts';
import { documents } from './fields/documents.ts';
import { frontend } from './fields/frontend.ts';
import { identity } from './fields/identity.ts';
import { infrastructure } from './fields/infrastructure.ts';
import { interfaces } from './fields/interfaces.ts';
import { learning } from './fields/learning.ts';
import { messaging } from './fields/messaging.ts';
import { mobile } from './fields/mobile.ts';
import { observability } from './fields/observability.ts';
import { people } from './fields/people.ts';
import { performance } from './fields/performance.ts';
import { privacy } from './fields/privacy.ts';
import { realtime } from './fields/realtime.ts';
import { storage } from './fields/storage.ts';
import { testing } from './fields/testing.ts';
import { tooling } from './fields/tooling.ts';

const labelled = [
  ...[commerce, craft, devices, documents, frontend, identity, infrastructure, interfaces],
  ...[learning, messaging, mobile, observability, people, performance, privacy, realtime],
  ...[storage, testing, tooling],
].flat();

export const decisions = labelled.map(({ decision }) => decision);
export const questions = labelled.flatMap((entry) => entry.questions);
