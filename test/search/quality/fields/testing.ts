import { decided } from '../labelled.ts';

export const testing = [
  decided(
    'testcontainers',
    'Integration tests use a real Postgres in a container, no in-memory substitute',
    'H2 accepted SQL that production refused.',
    ['do we mock the database', 'unit tests passed but the query broke live'],
  ),
  decided(
    'flaky-quarantine',
    'A flaky test is quarantined the same day and fixed or deleted within two weeks',
    'People re-ran pipelines until green and real failures went through.',
    ['what to do with a check that sometimes fails for no reason', 'intermittent CI red'],
  ),
  decided(
    'contract-pact',
    'Consumer-driven contracts between web and backend',
    'End-to-end suites took fifty minutes and still missed removed fields.',
    ['how do we catch incompatibilities between teams before shipping'],
  ),
  decided(
    'e2e-ten',
    'At most ten browser journeys end to end; the rest is tested lower',
    'Each additional Playwright test cost eleven hours a year in waiting.',
    ['should I write a selenium script for my feature', 'testing pyramid'],
  ),
  decided(
    'property-tests',
    'Parsers and money arithmetic are covered by property tests',
    'Examples never contained a leap day or an empty line.',
    ['finding edge cases with generated inputs', 'fuzzing'],
  ),
  decided(
    'coverage-no-gate',
    'Coverage is shown but is no gate',
    'People wrote assertions-free tests to reach 80.',
    ['minimum percentage of lines exercised'],
  ),
  decided(
    'fake-clock',
    'Code takes the clock as an argument; tests never sleep',
    'The suite spent four of its six minutes in setTimeout.',
    ['how to verify something that expires after an hour', 'injecting time'],
  ),
  decided(
    'snapshot-small',
    'Snapshots only for output below 20 lines',
    'Thousand-line snapshots were approved unread.',
    ['golden files'],
  ),
  decided(
    'load-test-release',
    'A load test with twice the peak of last month runs before each big sale',
    'Black Friday found the connection limit before we did.',
    ['how do we know the shop will survive the holiday rush', 'stress testing'],
  ),
];
