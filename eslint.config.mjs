import grafana from '@grafana/eslint-config/flat.js';
import grafanaI18n from '@grafana/i18n/eslint-plugin';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import prettier from 'eslint-config-prettier';
import path from 'node:path';
import { floors } from './.config/eslint/floors.mjs';

/** The rules about components and hooks. */
const ofReact = grafana.flatMap(({ rules = {} }) => Object.keys(rules)).filter((rule) => rule.startsWith('react'));
const withTypes = process.env.LINT_TYPES !== 'no';

export default [
  {
    ignores: [
      'dist/**',
      'artifacts/**',
      'node_modules/**',
      'coverage/**',
      'test-results/**',
      'playwright-report/**',
      'demo/service/schema.ts',
      'demo/workbench/dist/**',
    ],
  },
  ...grafana,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { '@grafana/i18n': grafanaI18n, 'jsx-a11y': jsxA11y },
    // Only types show what is deprecated. Plain `npm test` doesn't wait for them.
    languageOptions: { parserOptions: { projectService: withTypes } },
    rules: {
      '@typescript-eslint/no-deprecated': withTypes ? 'error' : 'off',
      ...jsxA11y.configs.recommended.rules,
      'no-console': 'error',
      '@grafana/i18n/no-untranslated-strings': ['error', { calleesToIgnore: ['^css$', 'use[A-Z].*'] }],
      '@grafana/i18n/no-translation-top-level': 'error',
      'no-restricted-syntax': [
        'error',
        // A table that is open for any text also answers to `constructor` and `__proto__`, which the service may send.
        {
          selector:
            'VariableDeclarator > Identifier[name=/^[A-Z][A-Z_0-9]+$/] :matches(TSIndexSignature, TSTypeReference[typeName.name="Record"] > TSTypeParameterInstantiation > TSStringKeyword:first-child)',
          message: 'Use a Map, or let the compiler know the names and look outside text up with lookUp().',
        },
        {
          selector: 'BinaryExpression[operator="in"] > Identifier.right[name=/^[A-Z][A-Z_0-9]+$/]',
          message: 'Inherited names are in it too: use Object.hasOwn() or lookUp().',
        },
        {
          selector: 'CallExpression[callee.name=/^(alert|confirm|prompt)$/]',
          message: "The catalog's validator takes any function of this name for the browser's dialog, and refuses it.",
        },
      ],
    },
  },
  {
    // No component is in these.
    files: ['tests/**/*.ts', 'demo/service/**/*.ts', '**/*.test.ts'],
    rules: Object.fromEntries(ofReact.map((rule) => [rule, 'off'])),
  },
  {
    // Tests may look into any room.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { house: { rules: { floors } } },
    rules: { 'house/floors': ['error', { src: path.join(import.meta.dirname, 'src') }] },
  },
  prettier,
];
