# Prices. The labels of the two prices are heard, not seen: del and ins are silent.

before-sale = السعر قبل التخفيض:
after-sale = السعر بعد التخفيض:
from = ابتداءً من
# Said instead of the sign $.
currency = دولار أمريكي
# Stands before the percentage, which is written apart so that its sign stays on its right side.
sale-badge = خصم
