/** How the parts of 'Segurança' reach the server: by the device's session, or by a token that has set-up alone. */
import type { CallResult } from '../../api/call-result.ts'

export type CallWith = <Value>(
  ask: (token: string) => Promise<CallResult<Value>>,
) => Promise<CallResult<Value>>
