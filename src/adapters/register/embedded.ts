import type { CompanyRegister, RegisteredCompany } from '../../kernel/ports/ports.ts';

/** Made up, with valid kennitalas. */
const COMPANIES: readonly RegisteredCompany[] = [
  {
    kennitala: '5801010110',
    name: 'Sýnishorn ehf.',
    address: 'Laugavegur 26',
    zip: '101',
    city: 'Reykjavík',
  },
  {
    kennitala: '4103990169',
    name: 'Norðurfiskur hf.',
    address: 'Fiskitangi 4',
    zip: '600',
    city: 'Akureyri',
  },
  {
    kennitala: '6508150250',
    name: 'Trésmiðja Hafnar slf.',
    address: 'Álaugarvegur 2',
    zip: '780',
    city: 'Höfn',
  },
  {
    kennitala: '6010050340',
    name: 'Kaffihúsið við tjörnina ehf.',
    address: 'Vonarstræti 3',
    zip: '101',
    city: 'Reykjavík',
  },
  {
    kennitala: '4912070430',
    name: 'Hestaleigan Völlur ses.',
    address: 'Völlur',
    zip: '861',
    city: 'Hvolsvöllur',
  },
];

/** Stands in for the register where none is configured: it knows a handful of companies, and says of all others that it does not. */
export class EmbeddedRegister implements CompanyRegister {
  find(kennitala: string): Promise<RegisteredCompany | null> {
    return Promise.resolve(COMPANIES.find((one) => one.kennitala === kennitala) ?? null);
  }
}
