/** /sincronizacao, for every session. Above it: the form of the refused save that the address names. */
import { createFileRoute, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { DraftForm } from '../features/lead/drafts/kept-drafts.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'
import { SyncScreen } from '../features/sync/SyncScreen.tsx'
import { goBack } from '../ui/leaving/guard-leaving.ts'

const CorrectRefused = lazy(async () => ({
  default: (await import('../features/lead/form/CorrectRefused.tsx')).CorrectRefused,
}))

const CorrectIndication = lazy(async () => ({
  default: (await import('../features/external/CorrectIndication.tsx')).CorrectIndication,
}))

const DraftList = lazy(async () => ({
  default: (await import('../features/lead/drafts/DraftList.tsx')).DraftList,
}))

/** `corrigir`: key of the refused command that the form corrects. */
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
    if (!goBack(router)) void navigate({ to: '/sincronizacao', search: {}, replace: true })
  }
  const correct = (key: string) => void navigate({ to: '/sincronizacao', search: { corrigir: key } })
  const open = (form: DraftForm) => {
    if (form.kind === 'correction') correct(form.key)
    else if (form.kind === 'lead') void navigate({ to: '/', search: { form: form.uid } })
    else if (form.kind === 'privacy')
      void navigate({
        to: '/privacidade',
        search: {
          aba: form.form === 'incident' ? 'incidentes' : undefined,
          abrir: form.id ?? 'novo',
          responder: form.form === 'answer' ? true : undefined,
        },
      })
    else void navigate({ to: form.path })
  }
  return (
    <>
      <SyncScreen
        userId={user.id}
        onCorrect={correct}
        drafts={
          <Suspense>
            <DraftList user={user} onOpen={open} />
          </Suspense>
        }
      />
      <Suspense>
        <CorrectRefused
          user={user}
          recordKey={corrigir ?? null}
          indication={(refused) => <CorrectIndication {...refused} userId={user.id} onClose={close} />}
          onClose={close}
        />
      </Suspense>
    </>
  )
}
