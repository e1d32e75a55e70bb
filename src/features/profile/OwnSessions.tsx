/** One's own sessions, with a way to end those on other devices: docs/rules.md#profile */
import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { isNotConfirmed } from '../../api/confirmation.ts'
import { type OwnSession, revokeSessionRoute, sessionsRoute } from '../../contract/session.ts'
import { failureWords, online } from '../../device/online.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { ageInWords, formatDateTime } from '../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'
import { ServerSection } from './ServerSection.tsx'

const nameOf = ({ device_name }: OwnSession) => device_name ?? 'Navegador desconhecido'

export function OwnSessions({ userId }: { readonly userId: number }) {
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [ending, setEnding] = useState<OwnSession | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useCorrectedNow(userId)

  useEffect(() => {
    let gone = false
    void online((token) => call(sessionsRoute, { token })).then((result) => {
      if (gone) return
      setProblem(failureWords(result, 'ver as suas sessões'))
      if (result.kind === 'ok') setSessions(result.value.data)
    })
    return () => {
      gone = true
    }
  }, [])

  const end = async ({ id }: OwnSession) => {
    setBusy(true)
    const result = await online((token) => call(revokeSessionRoute, { token, params: { id } }))
    setBusy(false)
    // The question stays as it was.
    if (isNotConfirmed(result)) return
    setEnding(null)
    // Another device may have ended it: it is gone all the same.
    const isGone = result.kind === 'ok' || (result.kind === 'refused' && result.status === 404)
    if (!isGone)
      return notify.error(failureWords(result, 'encerrar a sessão', 'a sessão foi encerrada') ?? '')
    setSessions((known) => known?.filter((session) => session.id !== id) ?? null)
    notify.success('Sessão encerrada')
  }

  return (
    <ServerSection
      title="Sessões"
      text="Onde você está conectado. Encerre as que não reconhece e troque a senha."
      problem={problem}
      isLoading={sessions === null}
      dialogs={
        <ConfirmDialog
          opened={ending !== null}
          title="Encerrar esta sessão?"
          danger
          confirm="Encerrar sessão"
          busy={busy}
          onConfirm={() => {
            if (ending !== null) void end(ending)
          }}
          onClose={() => setEnding(null)}
        >
          O aparelho {ending === null ? '' : nameOf(ending)} pedirá a senha outra vez. O que ainda não foi
          enviado dele fica guardado lá.
        </ConfirmDialog>
      }
    >
      {sessions?.map((session) => (
        <Group key={session.id} justify="space-between" gap="sm" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Group gap="xs">
              <Text fw={640}>{nameOf(session)}</Text>
              {session.current ? <SoftChip color="green">Este aparelho</SoftChip> : null}
            </Group>
            <Text size="sm" c="dimmed">
              Último uso {ageInWords(Date.parse(session.last_seen_at), now)}, desde{' '}
              {formatDateTime(session.created_at)}
            </Text>
          </div>
          {session.current ? null : (
            <Button
              variant="default"
              size="xs"
              style={{ flexShrink: 0 }}
              aria-label={`Encerrar a sessão ${nameOf(session)}`}
              onClick={() => setEnding(session)}
            >
              Encerrar
            </Button>
          )}
        </Group>
      ))}
    </ServerSection>
  )
}
