/** A reader whose field the test fills (`host-board.cpp`). */
#include "reader.h"

class SimulatedReader : public Reader {
 public:
  void look(Sight &sight) override;
};
