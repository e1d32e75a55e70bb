/** /na-mao: docs/rules.md#hand-over */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { SessionUser } from '../domain/session/session-user.ts'
import { HandOverScreen } from '../features/hand-over/HandOverScreen.tsx'
import type { HandOverSearch } from '../features/hand-over/hand-over-search.ts'
import { goBack } from '../ui/leaving/guard-leaving.ts'

export function HandOverRoute({ user }: { readonly user: SessionUser }) {
  const search = useSearch({ from: '/_session/na-mao' })
  const navigate = useNavigate()
  const router = useRouter()
  const open = (next: HandOverSearch) => void navigate({ to: '/na-mao', search: next })
  const close = () => {
    if (!goBack(router)) void navigate({ to: '/na-mao', search: {}, replace: true })
  }
  return <HandOverScreen user={user} search={search} onSearch={open} onClose={close} />
}
