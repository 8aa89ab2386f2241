import { virtualTagV1Lifecycle as lifecycle } from "../../../provider/virtualTagV1/lifecycle";
import { byInput } from "../lifecycles";

export const virtualTagV1Lifecycle = byInput(lifecycle);
