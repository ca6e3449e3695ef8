/** The pictures of README, docs, and catalogue, taken in the same way as browser tests run, one after another. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import tests from './playwright.config';

export default defineConfig(tests, { testDir: path.resolve(__dirname, '../tests/screenshots'), workers: 1 });
