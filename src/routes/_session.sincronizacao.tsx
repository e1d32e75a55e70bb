/** /sincronizacao, for every session. Over it stands the form of the refused save that the address names. */
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { SyncScreen } from '../features/sync/SyncScreen.tsx'

const CorrectRefused = lazy(async () => ({
  default: (await import('../features/lead/form/CorrectRefused.tsx')).CorrectRefused,
}))

/** `corrigir`: key of the refused command. */
export const Route = createFileRoute('/_session/sincronizacao')({
  validateSearch: (search: Record<string, unknown>): { corrigir?: string } =>
    typeof search.corrigir === 'string' ? { corrigir: search.corrigir } : {},
  component: SyncRoute,
})

function SyncRoute() {
  const user = useSessionUser()
  const { corrigir } = Route.useSearch()
  const navigate = useNavigate()
  const router = useRouter()
  if (user === null) return null
  const close = () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: '/sincronizacao', search: {}, replace: true })
  }
  return (
    <>
      <SyncScreen
        userId={user.id}
        onCorrect={(key) => void navigate({ to: '/sincronizacao', search: { corrigir: key } })}
      />
      <Suspense>
        <CorrectRefused user={user} recordKey={corrigir ?? null} onClose={close} />
      </Suspense>
    </>
  )
}
