import js from '@eslint/js';
import globals from 'globals';

export default [
	{ignores: ['**/node_modules/', 'build/', '**/*.d.ts']},
	js.configs.recommended,
	{
		linterOptions: {reportUnusedDisableDirectives: 'error'},
		rules: {
			eqeqeq: 'error',
			'no-var': 'error',
			'prefer-const': 'error',
			'no-shadow': 'error',
			'no-implicit-globals': 'error',
			complexity: ['error', 12],
			'max-depth': ['error', 4],
			'no-empty': ['error', {allowEmptyCatch: true}],
		},
	},
	{files: ['omok-service/web/**'], languageOptions: {globals: globals.browser}},
	{files: ['tests/browser/**'], languageOptions: {globals: {...globals.node, ...globals.browser}}},
];
