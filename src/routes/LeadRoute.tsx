/**
 * /lead: 'Criar Lead', the whole form for roles 1 and 2, the referral for role 3; /auto-indicação: 'Me Indico'.
 * docs/rules.md#creation
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strangersRoute } from '../contract/whatsapp.ts'
import { useAnswer } from '../device/useAnswer.ts'
import { leadTarget, targetAddress } from '../domain/notices/notice.ts'
import type { SessionUser } from '../domain/session/session-user.ts'
import { CreateLeadScreen } from '../features/lead/form/CreateLeadScreen.tsx'

export function LeadRoute({ user }: { readonly user: SessionUser }) {
  const { conversa } = useSearch({ from: '/_session/lead' })
  return conversa === undefined ? <Create user={user} path="/lead" /> : <CreateOf user={user} id={conversa} />
}

export function SelfReferralRoute({ user }: { readonly user: SessionUser }) {
  return <Create user={user} path="/auto-indicação" />
}

interface CreateProps {
  readonly user: SessionUser
  readonly path: '/lead' | '/auto-indicação'
  readonly given?: { readonly name: string; readonly cellphone: string } | undefined
}

function Create({ user, path, given }: CreateProps) {
  const navigate = useNavigate()
  return (
    <CreateLeadScreen
      user={user}
      path={path}
      given={given}
      onClose={() => void navigate({ to: '/' })}
      onView={(lead) => void navigate(targetAddress(leadTarget(lead)))}
    />
  )
}

const INPUT = {}

/** A conversation that is gone leaves an empty form. */
function CreateOf({ user, id }: { readonly user: SessionUser; readonly id: number }) {
  const answer = useAnswer(user.id, strangersRoute, INPUT, { what: 'ler a conversa' })
  const found = answer.value?.data.find((one) => one.id === id)
  // The form begins once: the conversation leaves the list as soon as the lead is made.
  const [isBegun, setBegun] = useState(false)
  if (!isBegun) {
    if (found === undefined && answer.state === 'loading') return null
    setBegun(true)
  }
  return (
    <Create user={user} path="/lead" given={found && { name: found.name, cellphone: found.number ?? '' }} />
  )
}
