import { decided } from '../labelled.ts';

export const infrastructure = [
  decided(
    'ecs-over-k8s',
    'Run containers on ECS Fargate instead of Kubernetes',
    'Two people keep operations going beside other work. The cluster upgrades alone cost us a week each quarter.',
    ['why no helm charts', 'what orchestrates our docker images'],
  ),
  decided(
    'terraform-only',
    'Everything in the cloud account is made by Terraform; the console is read-only',
    'A security group changed by hand was reverted a month later by an unrelated apply and nobody knew why.',
    ['am I allowed to click something together in AWS', 'infrastructure as code tool'],
  ),
  decided(
    'canary-5',
    'New releases get 5 percent of traffic for ten minutes and go back by themselves',
    'Staging never has the odd data that production has. Error rate and p95 decide, not a person.',
    ['how do we roll out a deploy gradually', 'automatic rollback criteria'],
  ),
  decided(
    'flags-short',
    'Feature flags have an owner and an expiry of 60 days',
    'There were 180 of them and nobody dared remove one. CI fails when one is overdue.',
    ['how do I ship unfinished work dark', 'cleaning up stale toggles'],
  ),
  decided(
    'secrets-manager',
    'Secrets come from Secrets Manager at start, not from environment files',
    'An .env file with production credentials was baked into an image and pushed.',
    ['where do I put the password of the mail provider', 'config containing sensitive values'],
  ),
  decided(
    'multi-az-not-region',
    'Three zones in one region; no second region',
    'A second region would double the cost, and the contract promises 99.9. Backups are copied abroad and restored each quarter.',
    ['disaster recovery plan', 'what if all of Frankfurt goes dark?'],
  ),
  decided(
    'distroless',
    'Images are built from distroless bases and run as a non-root user',
    'The scanner listed 300 findings in packages we never call, a shell among them.',
    ['container hardening', "why can't I exec bash in a pod"],
  ),
  decided(
    'graceful-drain',
    'On SIGTERM a server stops accepting, finishes requests for 25 seconds, then exits',
    'Each deployment produced a burst of 502s because the load balancer lagged behind.',
    ['users see errors whenever we ship a new version', 'shutdown behaviour of a process'],
  ),
  decided(
    'preview-env',
    'Every pull request gets its own preview environment with anonymised data',
    "One shared staging was always broken by someone else's branch.",
    ['how can product people try my change before it is merged'],
  ),
  decided(
    'backup-restore-drill',
    'Restore a backup into an empty account on the first Monday of each month',
    'A dump we relied on had been truncated for weeks. A backup counts only once it has been restored.',
    ['do we know that we could recover the database after losing it'],
  ),
  decided(
    'arm-graviton',
    'Move stateless services to ARM instances',
    'Twenty percent cheaper for the same latency in our measurement; only two dependencies lacked builds.',
    ['saving money on compute', 'x86 or not'],
  ),
  decided(
    'cdn-assets',
    'Static assets are served from the CDN under hashed names with a one-year lifetime',
    'Deploys used to mix old HTML with new scripts. A changed file has a new name, so nothing must be purged.',
    ['customers see an outdated stylesheet after a deploy', 'cache busting'],
  ),
];
