/**
 * How React's compiler goes over the sources: it keeps what a component draws until the values behind it change. What it leaves out
 * is in `tests/unit/scripts/compiled.test.ts`, with the reasons.
 */
import type { ReactCompilerOptions } from 'oxc-transform-react'

export const COMPILED: ReactCompilerOptions = {
  // By default it also leaves out each function with a comment that silences `exhaustive-deps`. The dependencies stay as they are written.
  eslintSuppressionRules: ['react-hooks/rules-of-hooks'],
}
