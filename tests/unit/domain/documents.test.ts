import { describe, expect, it } from 'vitest'
import {
  cleanDocument,
  documentMask,
  formatDocument,
  isCnpj,
  isCpf,
  isDocument,
} from '../../../src/domain/documents/cpf-cnpj.ts'
import { cleanDigits, formatCep } from '../../../src/domain/documents/masks.ts'
import {
  formatPhone,
  isExtension,
  isMobile,
  isPhone,
  phoneMask,
  telLink,
  whatsappLink,
} from '../../../src/domain/phone/phone.ts'
import { ROLES } from './fixtures.ts'

describe('CPF and CNPJ', () => {
  it.each([
    ['529.982.247-25', 'cpf'],
    ['52998224725', 'cpf'],
    ['52998224724', null],
    ['11111111111', null],
    ['5299822472', null],
    ['11.222.333/0001-81', 'cnpj'],
    ['11222333000181', 'cnpj'],
    ['11222333000180', null],
    ['00000000000000', null],
    // An alphanumeric CNPJ, the example of the Receita Federal.
    ['12.ABC.345/01DE-35', 'cnpj'],
    ['12abc34501de35', 'cnpj'],
    ['12ABC34501DE36', null],
    ['12ABC34501DEA5', null],
    ['', null],
  ])('%s is %s', (text, kind) => {
    expect(isCpf(text)).toBe(kind === 'cpf')
    expect(isCnpj(text)).toBe(kind === 'cnpj')
    expect(isDocument(text)).toBe(kind !== null)
  })

  it('are stored without punctuation, in upper case', () => {
    expect(cleanDocument(' 12.abc.345/01de-35 ')).toBe('12ABC34501DE35')
  })

  it.each([
    ['52998224725', '529.982.247-25'],
    ['5299', '529.9'],
    ['529982247', '529.982.247'],
    ['112223330001', '11.222.333/0001'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    ['12A', '12.A'],
    ['', ''],
  ])('%s is shown as %s', (stored, shown) => {
    expect(formatDocument(stored)).toBe(shown)
  })

  it.each([
    ['', '999.999.999-999'],
    ['529.982.247-25', '999.999.999-999'],
    ['529982247251', '**.***.***/****-99'],
    ['12A', '**.***.***/****-99'],
  ])('%s is typed under the mask %s', (typed, mask) => {
    expect(documentMask(typed)).toBe(mask)
  })
})

describe('phones', () => {
  it.each([
    ['(11) 98765-4321', true, true],
    ['1132654321', true, false],
    ['11887654321', false, false],
    ['20987654321', false, false],
    ['119876543', false, false],
    ['119876543210', false, false],
    ['', false, false],
  ])('%s is a phone: %s, a mobile: %s', (phone, valid, mobile) => {
    expect(isPhone(phone)).toBe(valid)
    expect(isMobile(phone)).toBe(mobile)
  })

  it.each([
    ['1132654321', '(11) 3265-4321'],
    ['11987654321', '(11) 98765-4321'],
    ['119', '(11) 9'],
    ['', ''],
  ])('%s is shown as %s', (stored, shown) => {
    expect(formatPhone(stored)).toBe(shown)
  })

  it('have a grouped input mask for roles 4 and above, and a plain one for the others', () => {
    for (const role of ROLES) {
      expect(phoneMask(role, '1132654321')).toBe(role < 4 ? '99999999999' : '(99)9999-99999')
      expect(phoneMask(role, '11987654321')).toBe(role < 4 ? '99999999999' : '(99)99999-9999')
    }
  })

  it('have a WhatsApp link only for mobiles, and a call link for any phone', () => {
    expect(whatsappLink('(11) 98765-4321')).toBe('https://wa.me/5511987654321')
    expect(whatsappLink('1132654321')).toBeNull()
    expect(telLink('1132654321')).toBe('tel:+551132654321')
    expect(telLink('123')).toBeNull()
  })

  it('have extensions that consist of digits and dots', () => {
    expect(isExtension('20.31')).toBe(true)
    expect(isExtension('20-31')).toBe(false)
    expect(isExtension('')).toBe(false)
  })
})

describe('other masks', () => {
  it('keep digits only', () => {
    expect(cleanDigits('01310-100 a')).toBe('01310100')
  })
  it.each([
    ['01310100', '01310-100'],
    ['01310', '01310'],
    ['013101', '01310-1'],
  ])('show the CEP %s as %s', (stored, shown) => {
    expect(formatCep(stored)).toBe(shown)
  })
})
