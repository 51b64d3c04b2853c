import type { Translated } from "../texts";
import type { cypherLines as english } from "../en/cypherLines";

export const cypherLines: Translated<typeof english> = {
  start: "साइफ़र शुरू करें",
  free: "साइफ़र: माइक ख़ाली है",
  held: (name) => `साइफ़र: माइक ${name} के पास है`,
  soon: (day, time) => `साइफ़र ${day}, ${time}`,
  somebody: "किसी",
  earlier: "पहले के साइफ़र",
  earlierOne: (date, verses) => `${date}: ${verses} वर्स`,
};
