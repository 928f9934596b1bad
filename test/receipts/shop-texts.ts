/** Texts of the receipts. A line that begins with # is printed larger. */
export const CAFE = `#Kaffihúsið Brekka ehf.
Laugavegi 12, 101 Reykjavík
Kt. 450123-0050   VSK nr. 123456
Sími 551 2233

Kvittun nr. 004512
05.03.2026 14:32      Kassi 2

Flat white      2 x 790      1.580
Kleina                         450
Ristað brauð með osti        1.290
Bolli, keramik                 490

Samtals                  kr. 3.810
Debetkort                    3.810

VSK 24%  Nettó   395,16 VSK  94,84
VSK 11%  Nettó 2.990,99 VSK 329,01

Takk fyrir viðskiptin`;

export const RESTAURANT = `Veitingahúsið Fjaran ehf.
Hafnargötu 3, 780 Höfn
kt. 411012-0180

REIKNINGUR  Borð 14
Reikningur nr. 20981
Dags. 18.4.2026 kl. 21:05

2 Humarsúpa                 5.980
1 Lambafilet                2.900
2 Hvítvín glas              4.200
1 Bjór 0,5l                 2.000

Samtals ISK                15.080
Mastercard ****4417        15.080

Skattþrep   Nettó    VSK   Brúttó
A 24%       5.000  1.200    6.200
B 11%       8.000    880    8.880`;

export const HARDWARE = `#Byggingavörur Sunda ehf.
Klettagörðum 8, 104 Reykjavík
Kennitala: 520310-0020

Kvittun nr: 77120-3
Dagsetning: 9.5.2026   10:47

Innimálning hvít 10 l      12.990
Pensill 50 mm               1.290
Skrúfur 4x40 pk             2.190
Sandpappír                    890

Til greiðslu           17.360 kr.
Visa                   17.360 kr.
Þar af VSK 24%          3.360 kr.`;

export const FUEL = `Eldsneyti Suðurlands hf.
Austurvegi 40, Selfoss
Kt. 610207-0060
17.02.26  08:15
Kvittun nr. 310044
Dæla 3  95 okt
38,52 l x 311,9 kr/l
Upphæð               12.014 kr.
Samtals              12.014 kr.
þ.a. VSK 24%          2.325 kr.`;

export const FLOWERS = `#Blómabúð Önnu
Ráðhústorgi 1, Akureyri

14. febrúar 2026

Rósir, vöndur                4.990
Tækifæriskort                  650
----------------------------------
Samtals                  5.640 kr.
Greitt með korti         5.640 kr.`;

export const PRINTERS = `Prentsmiðja Vesturbæjar ehf.
Grandagarði 21, 101 Reykjavík
Kt: 480881-0019

Reikningur nr. 3306
Dagsetning 2.6.2026

Bæklingar A5, 500 eintök    20.000
VSK 24%                      4.800
Samtals með VSK         24.800 kr.

Greiðist á reikning 0133-26-004411`;

export const TOURS = `#Glacier Tours Iceland ehf.
Harbour Street 5, 101 Reykjavik
Reg. no. 540803-0050

Receipt no. 88120
Date: 21 March 2026

Ice cave tour, 2 adults      38,850

Subtotal excl. VAT           35,000
VAT 11%                       3,850
Total ISK                    38,850
Paid by Visa                 38,850

Thank you for travelling with us`;

export const CARWASH = `#Bílaþvottur Bergs ehf.
Bíldshöfða 14, 110 Reykjavík
Kt. 540803-0130

Kvittun nr. 9081
Dags. 11.6.2026 17:20

Alþrif fólksbíll           14.900
Bón                         3.700

Samtals                18.600 kr.
Greitt                 18.600 kr.
VSK 24% af 15.000       3.600 kr.`;

export const BOOKS = `Bókabúð Torgsins ehf.
Austurstræti 18
Kt. 560101-0230
Kvittun nr. B-2204
Dags: 23.12.2025  18:59

Ljóðasafn                  6.990
Landakort                  2.990
Jólapappír                 1.240

Samtals                11.220 kr.
Kreditkort             11.220 kr.
VSK 11%  8.990,99          989,01
VSK 24%  1.000,00          240,00`;

export const GARDEN = `#Garðyrkjustöðin Kvistur ehf.
Reykholti, 806 Selfoss
Kt. 520310-0100

Kvittun nr. 20771
Dags. 30.05.2026 13:08

Birkiplöntur 12 stk        11.880
Mold 40 l                   2.990
Blómapottur                 3.730

Samtals                18.600 kr.
Debetkort              18.600 kr.
VSK 24%   15.000   3.600   18.600`;

export const BAKERY = `#Bakaríið Hornið ehf.
Skólabraut 2, 170 Seltjarnarnes
Kennitala: 411012-0260

Kvittun nr: 10-3391
Dagsetning: 20.6.2026   07:58

Súrdeigsbrauð               1.190
2 x Snúður                    980
Poki                           50

Til greiðslu            2.220 kr.
Mastercard              2.220 kr.
Þar af VSK 11%            220 kr.`;
