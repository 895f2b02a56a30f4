import type { AgentClient } from '../client.ts';
import { checkGeminiTrust } from './doctor.ts';
import { geminiHooks } from './hooks.ts';
import { geminiModel } from './model.ts';
import { geminiFiles } from './settings.ts';

export const gemini: AgentClient = {
  name: 'gemini',
  title: 'Gemini CLI',
  folder: '.gemini',
  binary: 'gemini',
  start: 'gemini',
  asks: 'Say that you trust the folder. In one that it does not trust it runs no hook, and says nothing.',
  mcpName: /gemini/,
  hooks: geminiHooks,
  files: geminiFiles,
  withoutDaemon: {
    events: {
      SessionStart: 'agent',
      BeforeAgent: 'user',
      BeforeTool: 'before',
      'BeforeTool-shell': 'user',
      'BeforeTool-mcp': 'user',
      AfterTool: 'after',
    },
  },
  check: checkGeminiTrust,
  model: geminiModel,
};
