/** What is done in a step. Each uses the form or dialog of its own screen. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFileImport, IconFilePlus, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FirstSteps } from '../../../contract/administration/first-steps.ts'
import type { FirstStep } from '../../../domain/first-steps/first-steps.ts'
import type { Settings } from '../../../domain/settings/settings.ts'
import { BrokerageCard } from '../settings/BrokerageCard.tsx'
import { ControllerCard } from '../settings/ControllerCard.tsx'
import { MailStep } from './MailStep.tsx'

interface RecordStepProps {
  readonly text: ReactNode
  readonly button: string
  readonly list: { readonly path: '/technical-team' | '/parceiros' | '/users'; readonly label: string }
  readonly isDone: boolean
  readonly onOpen: () => void
}

/** The first team, dealership or broker: made in the dialog of its own screen. */
function RecordStep({ text, button, list, isDone, onOpen }: RecordStepProps) {
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      <Group gap="xs">
        <Button variant={isDone ? 'default' : 'filled'} leftSection={<IconPlus size={16} />} onClick={onOpen}>
          {button}
        </Button>
        {isDone ? (
          <Button variant="subtle" renderRoot={(props) => <Link to={list.path} {...props} />}>
            {list.label}
          </Button>
        ) : null}
      </Group>
    </Stack>
  )
}

export type RecordKind = 'team' | 'partner' | 'broker'

export interface StepBodyProps {
  readonly step: FirstStep
  readonly isDone: boolean
  readonly steps: FirstSteps
  readonly settings: Settings
  readonly onRecord: (kind: RecordKind) => void
  readonly onMail: () => void
}

export function StepBody({ step, isDone, steps, settings, onRecord, onMail }: StepBodyProps) {
  switch (step) {
    case 'brokerage':
      return <BrokerageCard settings={settings} isPart />
    case 'controller':
      return <ControllerCard settings={settings} isPart />
    case 'team':
      return (
        <RecordStep
          text="A equipe diz quais canais de leads um grupo de corretores vê. Marque nela os canais que vocês atendem, como Interno, Site e Renovação."
          button={isDone ? 'Criar outra equipe' : 'Criar equipe'}
          list={{ path: '/technical-team', label: 'Ver equipes técnicas' }}
          isDone={isDone}
          onOpen={() => onRecord('team')}
        />
      )
    case 'partner':
      return (
        <RecordStep
          text="A concessionária ou loja que indica clientes. As pessoas dela acompanham só as próprias indicações. Vocês não trabalham com nenhuma? Deixe para depois."
          button={isDone ? 'Cadastrar outra concessionária' : 'Cadastrar concessionária'}
          list={{ path: '/parceiros', label: 'Ver Parceiros' }}
          isDone={isDone}
          onOpen={() => onRecord('partner')}
        />
      )
    case 'broker':
      return (
        <RecordStep
          text={
            steps.mail.configured
              ? 'Escolha o perfil Corretor e a equipe. Um e-mail leva o convite para criar a senha.'
              : 'Escolha o perfil Corretor e a equipe. Ao salvar, o Farol mostra o link do convite para você copiar e enviar.'
          }
          button={isDone ? 'Cadastrar outro usuário' : 'Cadastrar corretor'}
          list={{ path: '/users', label: 'Ver usuários' }}
          isDone={isDone}
          onOpen={() => onRecord('broker')}
        />
      )
    case 'mail':
      return <MailStep mail={steps.mail} onSent={onMail} />
    case 'lead':
      return <LeadStep isDone={isDone} />
  }
}

function LeadStep({ isDone }: { readonly isDone: boolean }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Crie um lead pelo celular ou computador, ou traga a carteira da seguradora por uma planilha de
        renovações.
      </Text>
      <Group gap="xs">
        <Button
          variant={isDone ? 'default' : 'filled'}
          leftSection={<IconFilePlus size={16} />}
          renderRoot={(props) => <Link to="/lead" {...props} />}
        >
          {isDone ? 'Criar outro lead' : 'Criar o primeiro lead'}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={16} />}
          renderRoot={(props) => <Link to="/importar-renovacoes" {...props} />}
        >
          Importar renovações
        </Button>
      </Group>
    </Stack>
  )
}
