/** How to install by hand in browsers without an install prompt (iPhone and iPad). */
import { List } from '@mantine/core'
import { AlertDialog } from '../../ui/ConfirmDialog.tsx'

export function InstallHint({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <AlertDialog opened={opened} onClose={onClose} title="Instalar aplicativo">
      <List type="ordered" spacing="xs">
        <List.Item>Toque em Compartilhar, na barra do Safari.</List.Item>
        <List.Item>Escolha ‘Adicionar à Tela de Início’.</List.Item>
        <List.Item>Confirme em Adicionar. O Farol abre como aplicativo, também sem conexão.</List.Item>
      </List>
    </AlertDialog>
  )
}
