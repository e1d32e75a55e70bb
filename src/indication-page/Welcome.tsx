/** The top of the page, for a friend of the inviter: the brokerage, who invited, what happens next, how long it takes. */
import { invitationSteps } from '../domain/indication/words.ts'
import type { Invitation } from './server-calls.ts'

interface WelcomeProps {
  /** null: not answered yet, or the link has no inviter. */
  readonly invitation: Pick<Invitation, 'name' | 'brokerage'> | null
  /** Only before the form is sent. */
  readonly withSteps: boolean
}

export function Welcome({ invitation, withSteps }: WelcomeProps) {
  const { name, logo } = invitation?.brokerage ?? { name: null, logo: null }
  return (
    <header className="head">
      {logo === null ? (
        <p className="brokerage">
          <img src="/favicon.svg" alt="" width="32" height="32" />
          {name}
        </p>
      ) : (
        <img className="logo" src={logo} alt={name ?? ''} height="56" />
      )}
      <h1>Indicação externa</h1>
      {invitation === null ? null : <p className="by">Indicado por {invitation.name}</p>}
      {invitation === null || !withSteps ? null : (
        <ol className="steps" aria-label="Como funciona">
          {invitationSteps(name).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </header>
  )
}
