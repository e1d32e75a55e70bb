/**
 * How React's compiler goes over the sources. A component or a hook that it leaves out is drawn whole with each change:
 * `tests/unit/scripts/compiled.test.ts` has the only ones.
 */
import type { ReactCompilerOptions } from 'oxc-transform-react'

export const COMPILED: ReactCompilerOptions = {
  // By default it also leaves out what has an effect whose dependencies are chosen by hand. It keeps those as they are.
  eslintSuppressionRules: ['react-hooks/rules-of-hooks'],
}
