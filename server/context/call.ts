/** What is read of a call below `server/wire`, which alone knows by what it came. */
import type { Session } from '../session/tokens.ts'

export interface Call {
  /** The same for a call that is sent again; null: the caller gave none. */
  readonly key: string | null
  /** The declared call, without what it names. */
  readonly operation: string
  /** The call with all that it names in its address. */
  readonly address: string
  /** Protocol, host and port by which the caller came, as it says. */
  readonly origin: string
  /** Of a public call there is none. */
  readonly session: Pick<Session, 'user' | 'deviceId' | 'moment'>
}
