/** Every operation of the interface. */
import { authOperations } from '../auth/contract.ts';
import { branchOperations } from '../branches/contract.ts';
import { conventionOperations } from '../conventions/contract.ts';
import { decisionOperations } from '../decisions/contract.ts';
import { feedOperations } from '../feed/contract.ts';
import { keyOperations } from '../keys/contract.ts';
import { historyOperations } from '../history/contract.ts';
import { replicaOperations } from '../replica/contract.ts';
import { reservationOperations } from '../reservations/contract.ts';
import { aboutOperations } from '../about/contract.ts';
import { sessionOperations } from '../sessions/contract.ts';
import { syncOperations } from '../sync/contract.ts';
import { usageOperations } from '../usage/contract.ts';
import { userOperations } from '../users/contract.ts';
import { invitationOperations } from '../invitations/contract.ts';
import { workspaceOperations } from '../workspaces/contract.ts';
import { graphOperations } from '../graph/contract.ts';
import { learningOperations } from '../learnings/contract.ts';
import { symbolOperations } from '../symbols/contract.ts';
import { gateOperations } from '../gate/contract.ts';
import { negotiationOperations } from '../negotiations/contract.ts';
import { meetingOperations } from '../meetings/contract.ts';
import { publishedContractOperations } from '../published-contracts/contract.ts';
import { radarOperations } from '../radar/contract.ts';
import { taskOperations } from '../tasks/contract.ts';
import { waitOperations } from '../waits/contract.ts';
import { workPackageOperations } from '../work-packages/contract.ts';
import { workstreamOperations } from '../workstreams/contract.ts';
import { traceOperations } from '../traces/contract.ts';
import type { InputOf, Operation, OutputOf } from '../contract/operation.ts';

export const operations = {
  ...aboutOperations,
  ...authOperations,
  ...userOperations,
  ...keyOperations,
  ...workspaceOperations,
  ...usageOperations,
  ...invitationOperations,
  ...sessionOperations,
  ...reservationOperations,
  ...syncOperations,
  ...symbolOperations,
  ...decisionOperations,
  ...conventionOperations,
  ...learningOperations,
  ...traceOperations,
  ...graphOperations,
  ...workstreamOperations,
  ...taskOperations,
  ...negotiationOperations,
  ...waitOperations,
  ...publishedContractOperations,
  ...gateOperations,
  ...branchOperations,
  ...radarOperations,
  ...meetingOperations,
  ...workPackageOperations,
  ...feedOperations,
  ...historyOperations,
  ...replicaOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;
export type OperationName = keyof Operations;

/** The operations that answer one JSON body; streams and MCP have transports of their own. */
export type JsonOperationName = Exclude<OperationName, 'feed' | 'replica' | 'transcribe' | 'mcp'>;

export type Input<Name extends OperationName> = InputOf<Operations[Name]>;
export type Output<Name extends OperationName> = OutputOf<Operations[Name]>;

export const operationNames = Object.keys(operations) as OperationName[];
