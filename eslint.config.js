import js from '@eslint/js';
import { defineConfig, globalIgnores } from 'eslint/config';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/*.test.tsx', 'tests/**/*.ts', 'bench/**/*.ts'];

/** The environment has one reader, so that every setting is checked once and stands in one list. */
const environment = {
  properties: [
    {
      object: 'process',
      property: 'env',
      message: 'Only config.ts reads the environment: take the value from Config.',
    },
  ],
  imports: [
    { name: 'node:process', message: 'Use the global process; the environment is read by config.ts alone.' },
  ],
};

/** The network has one door, which knows sessions, CSRF tokens and problems. */
const networkNames = ['fetch', 'XMLHttpRequest', 'EventSource', 'WebSocket'];
const networkMessage = 'The network is reached through lib/api-client.ts alone.';
const throughWindow = ['window', 'globalThis', 'self'].flatMap((object) =>
  networkNames.map((property) => ({ object, property, message: networkMessage })),
);
const beacon = { object: 'navigator', property: 'sendBeacon', message: networkMessage };

export default defineConfig(
  globalIgnores(['**/dist/', '**/.dist-*/', '**/node_modules/', 'data/', '.cache/', '**/*.generated.ts']),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,

  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['packages/contract', 'apps/server', 'apps/web', 'tests'].map(
          (name) => `${name}/tsconfig.json`,
        ),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // We write no enums; those of libraries are compared with their values.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // An operation's handler and a job are async by their type, whether or not they wait for something.
      '@typescript-eslint/require-await': 'off',
      // The type checker knows every name.
      'no-undef': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },

  {
    files: ['apps/server/src/**/*.ts', 'packages/contract/src/**/*.ts'],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': ['error', ...environment.properties],
      'no-restricted-imports': ['error', { paths: environment.imports }],
    },
  },
  { files: ['apps/server/src/config.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['apps/server/src/main.ts'], rules: { 'no-console': 'off' } },

  {
    files: ['apps/web/src/**/*.ts', 'apps/web/src/**/*.tsx'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
    rules: {
      // Hooks hand out functions that their libraries type as methods.
      '@typescript-eslint/unbound-method': 'off',
      // In a dialog and on the sign-in page the first field is where everybody goes; house components decide.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
      // A list may listen for the arrow keys that its buttons let bubble; clicks belong to what can be focused.
      'jsx-a11y/no-noninteractive-element-interactions': ['error', { handlers: ['onClick', 'onMouseDown'] }],
      'no-console': 'error',
      'no-restricted-globals': ['error', ...networkNames.map((name) => ({ name, message: networkMessage }))],
      'no-restricted-properties': ['error', ...throughWindow, beacon, ...environment.properties],
    },
  },
  {
    files: ['apps/web/src/lib/api-client.ts'],
    rules: { 'no-restricted-globals': 'off', 'no-restricted-properties': 'off' },
  },

  {
    files: tests,
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      'no-console': 'off',
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
    },
  },

  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: {
      globals: Object.fromEntries(
        [
          'AbortSignal',
          'Buffer',
          'URL',
          '__dirname',
          'clearTimeout',
          'console',
          'fetch',
          'module',
          'performance',
        ]
          .concat(['process', 'require', 'setTimeout'])
          .map((name) => [name, 'readonly']),
      ),
    },
  },
  {
    files: ['apps/web/public/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: Object.fromEntries(
        ['document', 'localStorage', 'matchMedia', 'navigator', 'window'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
