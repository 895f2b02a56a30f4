import { decided } from '../labelled.ts';

export const tooling = [
  decided(
    'monorepo',
    'One repository for all packages, built with Turborepo',
    'A change to the shared client took five pull requests and two days.',
    ['should I create a new git project for my library'],
  ),
  decided(
    'trunk-based',
    'Short-lived branches merged to main within a day',
    'The release branch differed by 900 commits and merging it was a project.',
    ['git flow?', 'how long may work stay unintegrated'],
  ),
  decided(
    'pnpm',
    'pnpm instead of npm',
    'Phantom dependencies worked on laptops and failed in the image; installs are three times faster.',
    ['which package manager', 'importing something that is not declared in package.json'],
  ),
  decided(
    'typescript-strict',
    'TypeScript strict mode everywhere, `any` is a lint error',
    "Half of last quarter's incidents were undefined is not a function.",
    ['null safety', 'are loose types acceptable in a prototype?'],
  ),
  decided(
    'renovate',
    'Renovate opens dependency updates weekly, patch updates merge themselves',
    'We were two majors behind on everything and each upgrade was a crisis.',
    ['keeping libraries current'],
  ),
  decided(
    'conventional-commits',
    'Commit messages follow Conventional Commits and produce the changelog',
    'Release notes were written from memory.',
    ['how should I word my git history', 'what generates the list of changes for customers'],
  ),
  decided(
    'codeowners',
    'Two approvals for code under payments, one elsewhere',
    'A one-line change in rounding went out on one hurried glance.',
    ['who must review my PR'],
  ),
  decided(
    'formatter',
    'Prettier formats, nobody discusses style in reviews',
    'A third of review comments were about commas.',
    ['tabs or spaces', 'indentation rules'],
  ),
  decided(
    'devcontainer',
    'Development runs in a dev container',
    'New colleagues needed three days to install the right versions.',
    ['setting up a laptop for a newcomer', 'works on my machine'],
  ),
  decided(
    'bazel-no',
    'Bazel is rejected',
    'Two experts would be needed to keep the rules alive; remote caching in our present tool gives most of the gain.',
    ['hermetic builds'],
  ),
  decided(
    'adr',
    'Architecture decisions are recorded as short files beside the code',
    'The reasons for the billing design left with two colleagues.',
    ['where do I write down why we chose something'],
  ),
  decided(
    'go-services',
    'New network services are written in Go, scripts in Python',
    'Five languages for twelve people; on-call could not read two of them.',
    ['can I build this in Rust', 'approved languages for a backend'],
  ),
  decided(
    'licence-gate',
    'Copyleft dependencies are refused by CI',
    'Selling an on-premises edition forbids them and counsel asked for proof.',
    ['is a GPL library ok'],
  ),
];
