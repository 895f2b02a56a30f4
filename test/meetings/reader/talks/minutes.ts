import type { Talk } from './talk.ts';

/** Minutes and notes as people and programs write them. */
export const minutes: readonly Talk[] = [
  {
    text: `Design review: feature store v2
Date: 18 Nov 2026
Attendees: Alicia Romero, Bogdan Ilie, Hugh Carter

Notes
- Alicia presented the new layout: offline features in Iceberg, online features in Redis.
- Bogdan asked whether DynamoDB was considered. It was, in spring, but p99 latency was 14 ms versus 2 ms for Redis.
- Agreed: Redis stays as the online store.
- Hugh proposed to drop the nightly full backfill. Bogdan objected since the fraud model still depends on it. Proposal withdrawn.
- TTL for online features: 48 hours was decided, down from 7 days.
- Point-in-time joins: unclear if Spark 3.5 handles the as-of join well enough. To be discussed with the platform team.

Decisions
- Entity keys will be hashed with xxhash64.
- We'll version feature views with an integer, not with dates.

Action items
- Bogdan: benchmark as-of joins on the Q3 click data by Tuesday
- Alicia Romero to write the migration guide for model owners (due 30 November)
- [ ] Hugh - ask legal if hashed keys still count as personal data`,
    decided: [
      /Redis stays as the online/i,
      /TTL for online features: 48/i,
      /Entity keys will be hashed/i,
      /We'll version feature views with/i,
    ],
    work: [
      ['Bogdan Ilie', /Benchmark as-of joins on the/i, '2026-11-24'],
      ['Alicia Romero', /Write the migration guide for/i, '2026-11-30'],
      ['Hugh Carter', /Ask legal if hashed keys/i],
    ],
  },
  {
    text: `# Retro Sprint 41 – Team Kestrel

**What went well**
- Release went out without rollback
- Pairing on the importer was fun (thanks Noor!)

**What didn't**
- Flaky e2e tests cost us about 6 hours this sprint
- Standup keeps running over 25 min
- Nobody knew that the design for the settings page had changed

**Discussion**
- Ivo suggested deleting all flaky tests right away. Too radical for most; Noor pointed out that two of them caught real bugs in October.
- We settled on quarantining flaky tests in a separate job that doesn't block merges.
- Standup: we will try async standups in Slack on Tuesdays and Thursdays for two sprints, then look at it again.
- Should designers join refinement? Dana likes it, Ivo isn't sure. No conclusion.
- Last retro we agreed on a WIP limit of 3. It has not worked, so we're dropping it.

**Actions**
1. Noor sets up the quarantine job – until Friday
2. Dana to create the Slack workflow for async standup (before next Tuesday)
3. Ivo + Noor: look into why the login test is flaky
4. Everybody: fill in the health check form by tomorrow noon`,
    decided: [/Quarantining flaky tests in a/i, /It has not worked, so/i],
    work: [
      ['Noor', /Set up the quarantine job/i, '2026-11-20'],
      ['Dana', /Create the Slack workflow for/i, '2026-11-24'],
      ['Ivo and Noor', /Look into why the login/i],
      ['', /Everybody: fill in the health/i, '2026-11-19'],
    ],
  },
  {
    text: `Minutes – Infrastructure Jour fixe, 18.11.2026
Present: Hr. Vogel (chair), Jana Krämer, Stefan Roth, Aylin Demir
Excused: Lutz Baumann

1. Backup concept
   - S. Roth reports that the restore test on 11 November failed for 2 of 14 databases.
   - The committee resolves to run restore tests monthly instead of quarterly.
   - S. Roth will repeat the test for the two databases by 27 November.

2. Office move
   - The server room in Kassel is to be vacated by 31 January 2027.
   - Two options: colocation in Frankfurt (Demir) or moving everything to Hetzner (Roth).
   - After discussion, colocation was ruled out on grounds of cost. Hetzner is chosen.
   - J. Krämer obtains an offer for the relocation of the tape library.

3. VPN
   - Mr Vogel asks whether OpenVPN could be replaced by WireGuard. A. Demir will prepare a comparison for the next meeting (2 December).
   - No decision today.

4. Miscellaneous
   - The Christmas party is on 11 December.
   - L. Baumann has to renew the wildcard certificate before it expires on 25 November.

Next meeting: 2 December 2026, 10:00`,
    decided: [/The committee resolves to run/i, /Hetzner is chosen/i],
    work: [
      ['Stefan Roth', /Repeat the test for the/i, '2026-11-27'],
      ['Jana Krämer', /Obtain an offer for the/i],
      ['Aylin Demir', /Prepare a comparison for the/i, '2026-12-02'],
      ['Lutz Baumann', /Renew the wildcard certificate before/i, '2026-11-25'],
    ],
  },
  {
    text: `Weekly: Data Platform
Invited: Sarah Okafor, Niklas Berg, Mei-Ling Wu, Juan Ortega

Summary
The team discussed warehouse costs and the dbt upgrade. Snowflake credits rose 31% in October.

Details
* Warehouse costs: Sarah Okafor explained that the increase comes from the hourly dashboards. Niklas Berg recommended refreshing them every four hours, and everyone was okay with it. Juan Ortega asked whether the sales dashboard could stay hourly; Sarah Okafor declined.
* dbt upgrade: Mei-Ling Wu said that 1.9 breaks three macros. The team decided to upgrade after the year-end freeze.
* Data contracts: Niklas Berg wondered if contracts should be enforced in CI. The group did not come to a conclusion.
* Hiring: two candidates were interviewed last week.

Suggested next steps
- Sarah Okafor will change the refresh schedule of all dashboards by tomorrow.
- Mei-Ling Wu will fix the three macros before the 11th of December.
- Juan Ortega will inform the sales team about the slower refresh.
- The group will revisit data contracts in January.

Transcript excerpt

Niklas Berg: One thing we forgot, the Fivetran contract ends on the thirty-first of December.
Sarah Okafor: Do we want to renew? I would rather go to Airbyte.
Niklas Berg: Not in this quarter, please. Renew for one year and then we see.
Sarah Okafor: Okay, one more year then. Can you take care of it, Niklas?
Niklas Berg: I'll call them next Monday.`,
    decided: [
      /Niklas Berg recommended refreshing them/i,
      /Upgrade after the year-end freeze/i,
      /Renew for one year and/i,
    ],
    work: [
      ['Sarah Okafor', /Change the refresh schedule of/i, '2026-11-19'],
      ['Mei-Ling Wu', /Fix the three macros before/i, '2026-12-11'],
      ['Juan Ortega', /Inform the sales team about/i],
      ['Niklas Berg', /Take care of it, Niklas/i, '2026-11-23'],
    ],
  },
  {
    text: `Steering group, minutes
Held: Monday 16 November 2026
Present: Dr. Salma Haddad, Ken Ogilvie (minutes)

3. Notice period
  • After some discussion the group settled on a two-step notice.
  • Salma to inform the council in writing by 20 November.
4. Languages
  • Agreed to add Polish now.`,
    decided: [/two-step notice/i, /add Polish now/i],
    work: [['Dr. Salma Haddad', /inform the council/i, '2026-11-20']],
  },
];
