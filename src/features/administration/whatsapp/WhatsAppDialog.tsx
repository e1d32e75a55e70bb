/** Connects WhatsApp, or changes the connection. docs/rules.md#whatsapp */
import { Alert, Button, Checkbox, Paper, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react'
import { type WhatsApp, whatsAppBodySchema } from '../../../contract/whatsapp.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { type Choice, IdSelect } from '../../../ui/IdSelect.tsx'
import { notify } from '../../../ui/notify.ts'
import { bodyOf, type NumberLine, newLine, useWhatsAppSave, valuesOf } from './whatsapp-form.ts'

interface WhatsAppDialogProps {
  /** null: there is none yet. */
  readonly connection: WhatsApp | null
  /** Users who may own a number. */
  readonly owners: readonly Choice[]
  readonly onClose: () => void
}

const ID = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false, maxLength: 30 } as const

export function WhatsAppDialog({ connection, owners, onClose }: WhatsAppDialogProps) {
  const send = useWhatsAppSave(connection)
  const isNew = connection === null
  const stays = isNew ? undefined : 'Em branco, fica o que está guardado.'
  return (
    <FormDialog
      title={isNew ? 'Conectar o WhatsApp' : 'Editar a conexão'}
      size="lg"
      initial={valuesOf(connection)}
      validate={(values) => ({
        ...problemsOf(whatsAppBodySchema, bodyOf(values)),
        ...(isNew && values.token.trim() === '' ? { token: 'Obrigatório na primeira vez' } : {}),
        ...(isNew && values.app_secret.trim() === '' ? { app_secret: 'Obrigatório na primeira vez' } : {}),
      })}
      onSave={async (values) => {
        const outcome = await send(values)
        if (outcome.kind === 'saved')
          notify.saved(isNew ? 'WhatsApp conectado' : 'Conexão modificada com sucesso')
        return outcome
      }}
      onClose={onClose}
    >
      {(form) => {
        const { numbers, keeps_text } = form.getValues()
        const change = (place: number, more: Partial<NumberLine>) =>
          form.setFieldValue(
            'numbers',
            numbers.map((line, at) => (at === place ? { ...line, ...more } : line)),
          )
        const errorOf = (place: number, field: keyof NumberLine) => form.errors[`numbers.${place}.${field}`]
        return (
          <Stack gap="md">
            <TextInput
              label="ID da conta do WhatsApp Business"
              description="Na Meta: Configurações do WhatsApp, 'WhatsApp Business Account ID'."
              required
              data-autofocus
              {...ID}
              {...form.getInputProps('waba_id')}
            />
            <PasswordInput
              label="Token de acesso"
              description={
                stays ??
                'Permanente, de um usuário do sistema, com whatsapp_business_messaging e whatsapp_business_management.'
              }
              required={isNew}
              autoComplete="off"
              maxLength={1000}
              {...form.getInputProps('token')}
            />
            <PasswordInput
              label="Chave secreta do app"
              description={
                stays ??
                "Na Meta: Configurações do app, Básico, 'Chave secreta do app'. Com ela o Farol confere cada aviso."
              }
              required={isNew}
              autoComplete="off"
              maxLength={200}
              {...form.getInputProps('app_secret')}
            />
            {numbers.map((line, place) => (
              <Paper key={line.key} withBorder p="md" role="group" aria-label={`Número ${place + 1}`}>
                <Stack gap="sm">
                  <Text size="sm" fw={600} aria-hidden>
                    {numbers.length === 1 ? 'Número' : `Número ${place + 1}`}
                  </Text>
                  <TextInput
                    label="ID do número"
                    description="Na Meta: 'Phone number ID'."
                    required
                    {...ID}
                    value={line.phone_number_id}
                    error={errorOf(place, 'phone_number_id')}
                    onChange={(event) => change(place, { phone_number_id: event.currentTarget.value })}
                  />
                  <TextInput
                    label="Número"
                    placeholder="+55 11 98765-4321"
                    required
                    type="tel"
                    autoComplete="off"
                    maxLength={30}
                    value={line.display_number}
                    error={errorOf(place, 'display_number')}
                    onChange={(event) => change(place, { display_number: event.currentTarget.value })}
                  />
                  <IdSelect
                    label="De quem é"
                    placeholder="Da casa"
                    description="O que sai deste número conta como contato desta pessoa. Da casa: do corretor do lead."
                    choices={owners}
                    value={line.user_id}
                    error={errorOf(place, 'user_id')}
                    onChange={(user_id) => change(place, { user_id })}
                  />
                  {numbers.length === 1 ? null : (
                    <div>
                      <Button
                        size="xs"
                        variant="light"
                        color="red"
                        aria-label={`Tirar número ${place + 1}`}
                        onClick={() =>
                          form.setFieldValue(
                            'numbers',
                            numbers.filter((_, at) => at !== place),
                          )
                        }
                      >
                        Tirar número
                      </Button>
                    </div>
                  )}
                </Stack>
              </Paper>
            ))}
            <div>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => form.setFieldValue('numbers', [...numbers, newLine()])}
              >
                Incluir número
              </Button>
            </div>
            <Checkbox
              label="Guardar o texto das mensagens"
              description="Sem isto o histórico diz só que uma mensagem foi enviada ou recebida, e quando."
              {...form.getInputProps('keeps_text', { type: 'checkbox' })}
            />
            {keeps_text ? (
              <Alert color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
                O que os clientes escrevem passa a ficar no histórico dos leads e nos aparelhos da equipe.
                Diga isso a eles (LGPD). Uma exclusão de dados pessoais apaga esses textos.
              </Alert>
            ) : null}
          </Stack>
        )
      }}
    </FormDialog>
  )
}
