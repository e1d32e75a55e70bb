/** /sincronizacao, for every session. Above it: the form of the refused save that the address names. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { SessionUser } from '../domain/session/session-user.ts'
import type { DraftForm } from '../features/lead/drafts/kept-drafts.ts'
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

export function SyncRoute({ user }: { readonly user: SessionUser }) {
  const { corrigir } = useSearch({ from: '/_session/sincronizacao' })
  const navigate = useNavigate()
  const router = useRouter()
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
