/** The pictures of README, docs and catalogue, taken as the browser tests are run: one after the other. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, { testDir: path.resolve(__dirname, '../tests/screenshots'), workers: 1 });
