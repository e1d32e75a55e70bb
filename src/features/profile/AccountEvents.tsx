/** What happened to the own account lately, with 'Não fui eu': docs/rules.md#not-me */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { isNotConfirmed } from '../../api/confirmation.ts'
import { accountEventsRoute, disownRoute } from '../../contract/session.ts'
import { failureWords, online } from '../../device/online.ts'
import { useAnswer } from '../../device/useAnswer.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import { type AccountEvent, eventWords } from '../../domain/notices/account-events.ts'
import { ageInWords, formatDateTime } from '../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { ServerSection } from './ServerSection.tsx'

export function AccountEvents({ userId }: { readonly userId: number }) {
  const { value, problem } = useAnswer(
    userId,
    accountEventsRoute,
    {},
    {
      what: 'ver o que aconteceu na sua conta',
      keeps: false,
    },
  )
  const [asked, setAsked] = useState<AccountEvent | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useCorrectedNow(userId)
  const events = value?.data ?? null

  const disown = async ({ at }: AccountEvent) => {
    setBusy(true)
    const result = await online((token) => call(disownRoute, { token, body: { since: at } }))
    setBusy(false)
    // The question stays as it was.
    if (isNotConfirmed(result)) return
    // The session is over: the page begins anew, and its address brings the link to a new password.
    if (result.kind === 'ok') return window.location.assign(result.value.path)
    setAsked(null)
    notify.error(failureWords(result, 'encerrar as sessões', 'elas foram encerradas') ?? '')
  }

  return (
    <ServerSection
      title="O que aconteceu na sua conta"
      text="Dos últimos 30 dias. Se não foi você, encerre tudo por aqui."
      problem={problem?.words ?? null}
      isLoading={events === null}
      dialogs={
        <ConfirmDialog
          opened={asked !== null}
          title="Não foi você?"
          danger
          confirm="Encerrar tudo"
          busy={busy}
          onConfirm={() => {
            if (asked !== null) void disown(asked)
          }}
          onClose={() => setAsked(null)}
        >
          Todas as sessões serão encerradas, esta também, e o que foi configurado desde então deixa de valer,
          como os endereços do seu calendário. Em seguida você cria uma senha nova. O que ainda não foi
          enviado continua guardado neste aparelho.
        </ConfirmDialog>
      }
    >
      {events?.length === 0 ? <Text size="sm">Nada a mostrar.</Text> : null}
      {events?.map((event) => (
        <Group key={event.key} justify="space-between" gap="sm" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text fw={640}>{eventWords(event)}</Text>
            <Text size="sm" c="dimmed">
              {ageInWords(Date.parse(event.at), now)}, em {formatDateTime(event.at)}
              {event.by === null ? '' : `, por ${event.by}`}
            </Text>
          </div>
          <Button
            variant="default"
            size="xs"
            style={{ flexShrink: 0 }}
            aria-label={`Não fui eu: ${eventWords(event)}`}
            onClick={() => setAsked(event)}
          >
            Não fui eu
          </Button>
        </Group>
      ))}
    </ServerSection>
  )
}
