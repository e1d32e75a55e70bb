/** What is read of a call below `server/wire`, which alone knows by what it came. */
import type { Session } from '../session/tokens.ts'

export interface Call {
  readonly method: string
  /** With its query. */
  readonly url: string
  /** Its declared path. */
  readonly routeOptions: { readonly url?: string | undefined }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly protocol: string
  readonly host: string
  /** Of a public call there is none. */
  readonly session: Pick<Session, 'user' | 'deviceId' | 'moment'>
}
