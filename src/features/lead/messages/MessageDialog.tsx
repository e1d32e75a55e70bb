/**
 * 'Escrever com modelo': picks a text, sees it filled, may change it, and opens it in WhatsApp or lets Meta's service send it.
 * docs/rules.md#message-templates
 */
import { Alert, Button, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconBrandWhatsapp, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import type { Lead } from '../../../domain/lead/lead.ts'
import { formatPhone, whatsappLink } from '../../../domain/phone/phone.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { LONGEST_TEXT, messagePhones } from '../../../domain/whatsapp/sending.ts'
import {
  filledText,
  missingFields,
  TEMPLATE_FIELDS,
  type TemplateField,
  type TemplateValues,
} from '../../../domain/whatsapp/template-fields.ts'
import { fittingTemplate } from '../../../domain/whatsapp/templates.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { type MessageSources, useMessageActs, useMessageSources } from './useMessage.ts'

interface MessageDialogProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly opened: boolean
  readonly onClose: () => void
}

export function MessageDialog({ lead, user, opened, onClose }: MessageDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Mensagem · ${lead.client_name}`} size="lg">
      {opened ? <Ready key={lead.uid} lead={lead} user={user} onClose={onClose} /> : null}
    </Dialog>
  )
}

type Ready = Omit<MessageDialogProps, 'opened'>

function Ready(props: Ready) {
  const sources = useMessageSources(props.lead, props.user)
  return sources === undefined ? (
    <Text size="sm">Abrindo os modelos…</Text>
  ) : (
    <MessageForm {...props} sources={sources} />
  )
}

const FREE = 'Sem modelo'

function MessageForm({ lead, user, onClose, sources }: Ready & { readonly sources: MessageSources }) {
  const { templates, optOut, connected } = sources
  const suggested = lead.suggested_message
  // A client that wants no messages gets a personal reply at most.
  const offered = optOut === null ? templates : []
  const [templateId, setTemplate] = useState<number | null>(
    (offered.find(({ id }) => id === suggested?.template_id) ?? fittingTemplate(offered, lead))?.id ?? null,
  )
  const [typed, setTyped] = useState<Partial<TemplateValues>>({})
  const [edited, setEdited] = useState<string | null>(null)
  const phones = messagePhones(lead)
  const [phone, setPhone] = useState(phones[0]?.phone ?? '')
  const { online } = useNetwork()
  const acts = useMessageActs(lead, user)
  const once = useOnce()
  const cancel = useTypedInDialog(edited !== null || Object.values(typed).some((value) => value !== ''))

  const template = offered.find(({ id }) => id === templateId)
  const body = template?.body ?? ''
  const values: TemplateValues = { ...sources.values, ...typed }
  const asked = missingFields(body, sources.values)
  const missing = missingFields(body, values)
  const text = edited ?? filledText(body, values)
  const lacks = edited === null && missing.length > 0
  const isReady = text.trim() !== '' && !lacks && phone !== ''
  const isTemplate = edited === null && template !== undefined
  const link = whatsappLink(phone, text)
  // Meta sends a free text to who wrote within a day, and else what it approved: the server knows which it is.
  const sends = connected && (!isTemplate || template.meta_name !== null)

  const send = async () => {
    const message = isTemplate
      ? ({ kind: 'template', template_id: template.id, values: valuesOf(template.body, values) } as const)
      : ({ kind: 'text', text: text.trim() } as const)
    if (await acts.send(phone, message)) onClose()
  }
  const open = async () => {
    await acts.opened(phone, online)
    onClose()
  }
  if (phones.length === 0)
    return (
      <Alert color="yellow">Este cliente não tem celular. Cadastre um para escrever pelo WhatsApp.</Alert>
    )
  return (
    <AskForm
      onSubmit={() => undefined}
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Cancelar
          </Button>
          {isReady && link !== null ? (
            <Button
              component="a"
              href={link}
              target="_blank"
              rel="noreferrer"
              variant={sends ? 'default' : 'filled'}
              leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
              onClick={() => void once(open)}
            >
              Abrir no WhatsApp
            </Button>
          ) : (
            <Button disabled leftSection={<IconBrandWhatsapp size={18} aria-hidden />}>
              Abrir no WhatsApp
            </Button>
          )}
          {sends ? (
            <Button
              disabled={!isReady}
              leftSection={<IconSend size={18} aria-hidden />}
              onClick={() => void once(send)}
            >
              Enviar
            </Button>
          ) : null}
        </>
      }
    >
      <Stack gap="md">
        {suggested === null || suggested === undefined ? null : (
          <Text size="sm">Sugerida: {suggested.reason}</Text>
        )}
        {optOut === null ? null : (
          <Alert color="orange">
            {optOut} Você ainda pode responder a uma conversa, com as suas palavras.
          </Alert>
        )}
        {offered.length === 0 ? null : (
          <Select
            label="Modelo"
            required
            data={[
              ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
              { value: FREE, label: FREE },
            ]}
            value={templateId === null ? FREE : String(templateId)}
            onChange={(value) => {
              setTemplate(value === null || value === FREE ? null : Number(value))
              setEdited(null)
            }}
          />
        )}
        {phones.length < 2 ? null : (
          <Select
            label="Número"
            required
            data={phones.map((one) => ({
              value: one.phone,
              label: `${one.label}: ${formatPhone(one.phone)}`,
            }))}
            value={phone}
            onChange={(value) => setPhone(value ?? phone)}
          />
        )}
        {edited !== null
          ? null
          : asked.map((field) => (
              <Missing
                key={field}
                field={field}
                value={typed[field] ?? ''}
                onChange={(value) => setTyped((all) => ({ ...all, [field]: value }))}
              />
            ))}
        <Textarea
          label="Texto"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={LONGEST_TEXT}
          data-autofocus
          value={text}
          onChange={(event) => setEdited(event.currentTarget.value)}
        />
        {edited === null || template === undefined ? null : (
          <Button variant="subtle" size="compact-md" onClick={() => setEdited(null)}>
            Voltar ao texto do modelo
          </Button>
        )}
        <Hint {...{ connected, isTemplate, online }} approved={(template?.meta_name ?? null) !== null} />
      </Stack>
    </AskForm>
  )
}

const valuesOf = (body: string, values: TemplateValues): Partial<TemplateValues> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => body.includes(`{${field}}`)))

interface MissingProps {
  readonly field: TemplateField
  readonly value: string
  readonly onChange: (value: string) => void
}

const Missing = ({ field, value, onChange }: MissingProps) => (
  <TextInput
    label={TEMPLATE_FIELDS[field].label}
    description={
      field === 'corretora'
        ? 'Preencha para esta mensagem. Um administrador pode dizê-lo uma vez, em Configurações.'
        : 'O cadastro não tem. Preencha para esta mensagem.'
    }
    placeholder={TEMPLATE_FIELDS[field].sample}
    required
    maxLength={200}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

interface HintProps {
  readonly connected: boolean
  readonly isTemplate: boolean
  readonly approved: boolean
  readonly online: boolean
}

function Hint({ connected, isTemplate, approved, online }: HintProps) {
  const words = [
    ...(online
      ? []
      : [
          'Sem rede: o celular abre o WhatsApp, que envia quando a rede voltar. O que você enviar pelo Farol espera aqui.',
        ]),
    ...(!connected ? [] : [sendingWords(isTemplate, approved)]),
  ]
  return words.length === 0 ? null : (
    <Text size="sm" c="dimmed">
      {words.join(' ')}
    </Text>
  )
}

function sendingWords(isTemplate: boolean, approved: boolean): string {
  if (!isTemplate)
    return "'Enviar' leva texto livre só até 24 horas depois da última mensagem do cliente. Depois, só um modelo aprovado sem mudanças."
  return approved
    ? "'Enviar' manda o modelo aprovado pelo número da corretora."
    : 'Este modelo não foi aprovado na Meta: abra no seu WhatsApp.'
}
