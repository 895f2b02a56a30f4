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
    beforeWrite: ['BeforeTool'],
    userSees: ['BeforeAgent', 'BeforeTool', 'BeforeTool-shell', 'BeforeTool-mcp'],
    agentSees: ['SessionStart'],
    afterWrite: ['AfterTool'],
  },
  check: checkGeminiTrust,
  model: geminiModel,
};
